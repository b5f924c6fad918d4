package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests records without data: key updates, and requests for renegotiation. */
class ControlMessageTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

    @InModes
    void updatesKeysBetweenRequests(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.3")) {
            for (int i = 0; i < 20; i++) {
                client.beginHandshake();
                assertThat(client.send(REQUEST).readUntil("hello")).startsWith(TlsServers.OK_HEAD);
            }
        }
    }

    @InModes
    void updatesKeysWithinABody(Mode mode) throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(exchange -> {
                            reading.countDown();
                            TlsServers.echo(exchange);
                        })
                        .start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.3")) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
            Deadlines.await(reading);
            client.beginHandshake();
            client.send("4\r\nbody\r\n");
            client.beginHandshake();
            client.send("4\r\nmore\r\n0\r\n\r\n");

            assertThat(client.readUntil("0\r\n\r\n")).contains("more");
        }
    }

    @InModes
    void updatesKeysWithinABodyThatNoHandlerReadsYet(Mode mode) throws Exception {
        try (TlsServers server =
                        TlsServers.plan().mode(mode).handler(TlsServers::echo).start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.3")) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 8\r\n\r\n");
            client.beginHandshake();
            client.send("body");
            client.beginHandshake();
            client.send("more");

            assertThat(client.readUntil("0\r\n\r\n")).contains("bodymore");
        }
    }

    /** For each key update, the server derives keys and sends a response that the client may not read. */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void endsAFloodOfKeyUpdates(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.3")) {
            client.send(REQUEST).readUntil("hello");

            Throwable end = catchThrowable(() -> {
                for (int i = 0; i < 100; i++) {
                    client.beginHandshake();
                }
                client.send(REQUEST).readUntil("hello");
            });

            assertThat(end).isInstanceOf(IOException.class);
        }
    }

    /** Checks that data between key updates does not disable the limit. */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void endsAFloodOfKeyUpdatesAmongRequests(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan().mode(mode).start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.3")) {
            Throwable end = catchThrowable(() -> {
                for (int i = 0; i < 100; i++) {
                    client.beginHandshake();
                    client.send(REQUEST).readUntil("hello");
                }
            });

            assertThat(end).isInstanceOf(IOException.class);
        }
    }

    @InModes
    void refusesToNegotiateAnew(Mode mode) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(exchange -> {
                            calls.incrementAndGet();
                            TlsServers.hello(exchange);
                        })
                        .start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.2")) {
            client.send(REQUEST).readUntil("hello");

            client.beginHandshake();

            assertThatThrownBy(() -> client.readUntil("hello")).isInstanceOf(IOException.class);
            assertThat(calls).hasValue(1);
        }
    }

    @InModes
    void refusesToNegotiateAnewWithinABody(Mode mode) throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(exchange -> expectFailure(exchange, failed))
                        .start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.2")) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\nbody");

            client.beginHandshake();

            Deadlines.await(failed);
        }
    }

    private static void expectFailure(HttpExchange exchange, CountDownLatch failed) throws IOException {
        try (InputStream body = exchange.getRequestBody()) {
            body.readAllBytes();
        } catch (IOException e) {
            failed.countDown();
            throw e;
        }
    }

    @Test
    void takesNoKeyUpdateForData() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext(), "TLSv1.3")) {
            for (int i = 0; i < 30; i++) {
                client.beginHandshake(); // the server reads these key updates before it has a request head
            }

            assertThat(client.send(REQUEST).readUntil("hello")).startsWith(TlsServers.OK_HEAD);
        }
    }
}
