package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests that a client splits into records in any way, and responses in as few records as possible. */
class RecordTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

    /** The most bytes of data that the JDK puts into a record of TLS 1.3. In TLS 1.2, it puts 17 more. */
    private static final int FULL_RECORD = 16_367;

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void sendsASmallResponseInOneRecord(String protocol) throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), protocol)) {
            String data = client.send(REQUEST).readData();

            assertThat(data).startsWith(TlsServers.OK_HEAD).endsWith("hello");
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, true", "TLSv1.2, false", "TLSv1.3, true", "TLSv1.3, false"})
    void sendsLargeResponsesInFullRecords(String protocol, boolean chunked) throws Exception {
        byte[] body = new byte[1 << 20];
        try (TlsServers server = TlsServers.plan()
                        .handler(exchange -> {
                            exchange.sendResponseHeaders(200, chunked ? 0 : body.length);
                            exchange.getResponseBody().write(body);
                            exchange.close();
                        })
                        .start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), protocol)) {
            client.send(REQUEST);

            int records = 0;
            for (int received = 0; received < body.length; records++) {
                received += client.readData().length();
            }
            assertThat(records).isLessThanOrEqualTo(body.length / FULL_RECORD + 1);
        }
    }

    @InModes
    void readsARequestByteByByte(Mode mode) throws Exception {
        try (TlsServers server =
                        TlsServers.plan().mode(mode).handler(TlsServers::echo).start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            byte[] record = client.wrapAll("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody");
            for (byte one : record) {
                client.sendRaw(new byte[] {one});
            }

            assertThat(client.readUntil("0\r\n\r\n")).contains("body");
        }
    }

    @InModes
    void readsARequestInARecordForEachByte(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(TlsServers::echoWhole)
                        .start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            for (char one : "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody".toCharArray()) {
                client.send(String.valueOf(one));
            }

            assertThat(client.readUntil("\r\n\r\nbody")).startsWith("HTTP/1.1 200");
        }
    }

    @InModes
    void servesThousandsOfRequestsSentAtOnce(Mode mode) throws Exception {
        int requests = Ring.choose(1000, 3000);
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            Thread sender = sendAside(client, client.wrapAll(REQUEST.repeat(requests)));

            int answers = readAnswers(client, requests);

            sender.join();
            assertThat(answers).isEqualTo(requests);
        }
    }

    @InModes
    void servesRequestsInRecordsOfTheirOwnSentAtOnce(Mode mode) throws Exception {
        int requests = 500;
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            ByteArrayOutputStream records = new ByteArrayOutputStream();
            for (int i = 0; i < requests; i++) {
                records.write(client.wrapAll(REQUEST));
            }
            Thread sender = sendAside(client, records.toByteArray());

            int answers = readAnswers(client, requests);

            sender.join();
            assertThat(answers).isEqualTo(requests);
        }
    }

    private static int readAnswers(RecordClient client, int wanted) throws IOException {
        int answers = 0;
        for (StringBuilder received = new StringBuilder(); answers < wanted; ) {
            received.append(client.readData());
            for (int end; (end = received.indexOf("\r\n\r\nhello")) >= 0; answers++) {
                received.delete(0, end + 9);
            }
        }
        return answers;
    }

    /** The body exceeds all buffers between client and server, so both sides have to wait for each other. */
    @InModes
    void echoesALargeBody(Mode mode) throws Exception {
        byte[] body = new byte[4 << 20];
        new Random(7).nextBytes(body);
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(TlsServers::echoWhole)
                        .start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            byte[] head =
                    client.wrapAll("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + body.length + "\r\n\r\n");
            Thread sender = sendAside(client, head, client.wrapAll(ByteBuffer.wrap(body)));

            String answerHead = "";
            ByteArrayOutputStream received = new ByteArrayOutputStream();
            while (received.size() < body.length) {
                String data = client.readData();
                if (answerHead.isEmpty()) {
                    int end = data.indexOf("\r\n\r\n") + 4;
                    answerHead = data.substring(0, end);
                    data = data.substring(end);
                }
                received.write(data.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            }

            sender.join();
            assertThat(received.toByteArray()).isEqualTo(body);
        }
    }

    /**
     * Checks that the server neither loses nor repeats records if the client reads slowly, so that it sends them in
     * parts.
     */
    @InModes
    void deliversALargeResponseToASlowReader(Mode mode) throws Exception {
        byte[] body = new byte[Ring.choose(8, 16) << 20];
        new Random(11).nextBytes(body);
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(exchange -> {
                            exchange.sendResponseHeaders(200, body.length);
                            try (OutputStream out = exchange.getResponseBody()) {
                                for (int at = 0; at < body.length; at += 5000) {
                                    out.write(body, at, Math.min(5000, body.length - at));
                                }
                            }
                        })
                        .start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            client.send(REQUEST);
            String first = client.readData();
            Thread.yield();
            ByteArrayOutputStream received = new ByteArrayOutputStream(body.length);
            String rest = first.substring(first.indexOf("\r\n\r\n") + 4);
            while (true) {
                received.write(rest.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
                if (received.size() == body.length) {
                    break;
                }
                rest = client.readData();
            }

            assertThat(received.toByteArray()).isEqualTo(body);
        }
    }

    private static Thread sendAside(RecordClient client, byte[]... records) {
        Thread sender = new Thread(() -> {
            try {
                for (byte[] some : records) {
                    client.sendRaw(some);
                }
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        sender.start();
        return sender;
    }
}
