package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.options.Settings;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestKeys;
import dev.ringer.tls.RecordClient.Ending;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests how TLS connections end. The server sends {@code close_notify} if and only if it truncates nothing. It takes
 * the end of TCP without {@code close_notify} for a truncation.
 */
class ClosureTest {
    private static final String CLOSING_REQUEST = "GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";

    @InModes
    void endsAConnectionInOrder(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = connect(server)) {
            client.send(CLOSING_REQUEST).readUntil("hello");

            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @InModes
    void endsAResponseOfUnknownLengthInOrder(Mode mode) throws Exception {
        try (TlsServers server =
                        TlsServers.plan().mode(mode).handler(TlsServers::echo).start();
                RecordClient client = connect(server)) {
            client.send("POST / HTTP/1.0\r\nContent-Length: 4\r\n\r\nbody").readUntil("body");

            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @InModes
    void cutsAResponseOffThatFails(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(ClosureTest::failMidway)
                        .start();
                RecordClient client = connect(server)) {
            client.send("GET / HTTP/1.0\r\n\r\n");

            assertThat(client.readEnding()).isEqualTo(Ending.CUT_OFF);
        }
    }

    private static void failMidway(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write("begun".getBytes());
        exchange.getResponseBody().flush();
        throw new IOException("a handler's fault");
    }

    @InModes
    void tellsAHandlerOfABodyCutOff(Mode mode) throws Exception {
        BlockingQueue<String> outcome = new LinkedBlockingQueue<>();
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(exchange -> outcome.add(readBody(exchange)))
                        .start();
                RecordClient client = connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\nhalf")
                    .cutOff();

            assertThat(outcome.poll(10, TimeUnit.SECONDS)).startsWith("IOException");
        }
    }

    @InModes
    void tellsAHandlerOfABodyEndedByCloseNotify(Mode mode) throws Exception {
        BlockingQueue<String> outcome = new LinkedBlockingQueue<>();
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(exchange -> outcome.add(readBody(exchange)))
                        .start();
                RecordClient client = connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\nhalf");
            client.sendCloseNotify();

            assertThat(outcome.poll(10, TimeUnit.SECONDS)).startsWith("IOException");
        }
    }

    private static String readBody(HttpExchange exchange) {
        try {
            return "read " + exchange.getRequestBody().readAllBytes().length;
        } catch (IOException e) {
            return "IOException " + e.getMessage();
        }
    }

    @InModes
    void answersCloseNotify(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").readUntil("hello");

            client.sendCloseNotify();

            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @InModes
    void answersARequestWhoseClientSendsNoMore(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
            client.sendCloseNotify();

            assertThat(client.readUntil("hello")).startsWith(TlsServers.OK_HEAD);
            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @Test
    void endsIdleConnectionsInOrder() throws Exception {
        try (TlsServers server = TlsServers.plan()
                        .options(options -> options.set(Settings.IDLE_INTERVAL, Duration.ofMillis(150)))
                        .start();
                RecordClient client = connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").readUntil("hello");

            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @InModes
    void endsAConnectionThatMayNotBeIdleInOrder(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .options(options -> options.set(Settings.MAX_IDLE_CONNECTIONS, -1))
                        .start();
                RecordClient client = connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody")
                    .readUntil("hello"); // the handler has not read the request body

            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @Test
    void endsIdleConnectionsInOrderWhenTheServerStops() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                RecordClient client = connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").readUntil("hello");

            server.server().stop(1);

            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @Test
    void keepsAnAnswerReadableWhoseRequestIsNotRead() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                RecordClient client = connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n" + "x".repeat(300_000));

            assertThat(client.readUntil("hello")).startsWith(TlsServers.OK_HEAD);
            assertThat(client.readEnding()).isEqualTo(Ending.CLOSE_NOTIFY);
        }
    }

    @Test
    void sendsAnAlertForARecordThatWasTamperedWith() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                RecordClient client = connect(server)) {
            byte[] record = client.wrapAll("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
            record[record.length - 1] ^= 1;
            client.sendRaw(record);

            org.assertj.core.api.Assertions.assertThatThrownBy(client::readData)
                    .isInstanceOf(javax.net.ssl.SSLException.class)
                    .hasMessageContaining("bad_record_mac");
        }
    }

    private static RecordClient connect(TlsServers server) throws IOException {
        return RecordClient.connect(server.port(), TestKeys.clientContext());
    }
}
