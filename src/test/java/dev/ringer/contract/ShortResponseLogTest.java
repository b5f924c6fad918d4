package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.RequestBody;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Tests the warning about a handler that writes fewer bytes than it has announced. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class ShortResponseLogTest {
    private static final String PATH = "/short-response-log"; // no other test uses this path
    private static final String WARNING = "The handler at " + PATH
            + " announced 1000000 bytes, but wrote only 5; the client gets an incomplete response\n";

    private static final Map<String, HttpHandler> SHORT = Map.of(
            "body closed",
            exchange -> {
                try (OutputStream out = begin(exchange)) {
                    out.write("hello".getBytes());
                }
            },
            "exchange closed",
            exchange -> {
                begin(exchange).write("hello".getBytes());
                exchange.close();
            },
            "exception caught",
            exchange -> {
                OutputStream out = begin(exchange);
                out.write("hello".getBytes());
                try {
                    out.close();
                } catch (IOException expected) {
                    assertThat(expected).hasMessage("insufficient bytes written");
                }
            },
            "exception wrapped",
            exchange -> {
                try (OutputStream out = begin(exchange)) {
                    out.write("hello".getBytes());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            },
            "another thread, while the handler runs",
            exchange -> {
                Thread other = new Thread(() -> closeEarly(exchange));
                other.start();
                try {
                    other.join();
                } catch (InterruptedException serverIsClosed) {
                    Thread.currentThread().interrupt();
                }
            },
            "another thread, perhaps after the handler",
            exchange -> new Thread(() -> closeEarly(exchange)).start());

    @InModes
    void serverWarnsOncePerContextOfAShortResponse(Mode mode) throws IOException {
        for (Map.Entry<String, HttpHandler> handler : SHORT.entrySet()) {
            try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
                try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle(PATH, handler.getValue())
                        .start()) {
                    for (int i = 0; i < 3; i++) {
                        server.connect().get(PATH).readToEnd();
                    }
                    Deadlines.await(handler.getKey(), () -> !warnings(log).isEmpty());
                }
                assertThat(warnings(log)).as(handler.getKey()).containsExactly(WARNING);
            }
        }
    }

    @InModes
    void serverWarnsOfAnExceptionInsteadIfItEndedTheResponse(Mode mode) throws IOException {
        List<HttpHandler> failing = List.of(
                exchange -> {
                    begin(exchange).write("hello".getBytes());
                    throw new IllegalStateException(PATH);
                },
                exchange -> {
                    try (OutputStream out = begin(exchange)) {
                        out.write("hello".getBytes());
                        throw new IllegalStateException(PATH);
                    }
                },
                exchange -> {
                    try (exchange) {
                        begin(exchange).write("hello".getBytes());
                        throw new IllegalStateException(PATH);
                    }
                });
        for (HttpHandler handler : failing) {
            try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
                try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle(PATH, handler)
                        .start()) {
                    server.connect().get(PATH).readToEnd();
                    Deadlines.await("a warning", () -> !warnings(log).isEmpty());
                }
                assertThat(warnings(log)).singleElement().asString().startsWith("The handler at " + PATH + " failed");
            }
        }
    }

    /** Ways in which a client can cut off its request. */
    private static final Map<String, Leaving> LEAVING = Map.of(
            "reset", RawClient::reset,
            "closed", RawClient::close,
            "half-closed", RawClient::halfClose);

    private interface Leaving {
        void leave(RawClient client) throws IOException;
    }

    /** Reads or receives the request body, and then ends its response too early. */
    private interface Reading {
        void read(HttpExchange exchange, CountDownLatch begun, CompletableFuture<Throwable> end) throws IOException;
    }

    private static final Map<String, Reading> READING = Map.of(
            "read",
            (exchange, begun, end) -> {
                try (exchange;
                        InputStream in = exchange.getRequestBody();
                        OutputStream out = begin(exchange)) {
                    out.write("hello".getBytes());
                    begun.countDown();
                    in.readAllBytes();
                } catch (IOException e) {
                    end.complete(e);
                }
            },
            "received",
            (exchange, begun, end) -> {
                begin(exchange).write("hello".getBytes());
                RequestBody.of(exchange).toBytes(0).whenComplete((bytes, failure) -> {
                    exchange.close();
                    end.complete(failure);
                });
                begun.countDown();
            });

    @InModes
    void serverDoesNotWarnIfTheClientCutTheRequestOff(Mode mode) throws Exception {
        for (Map.Entry<String, Reading> reading : READING.entrySet()) {
            for (Map.Entry<String, Leaving> way : LEAVING.entrySet()) {
                CountDownLatch begun = new CountDownLatch(1);
                CompletableFuture<Throwable> end = new CompletableFuture<>();
                String title = reading.getKey() + ", " + way.getKey();
                try (RecordedLog log = RecordedLog.from(Level.WARNING);
                        TestServer server = TestServer.create(Provider.RINGER, mode)
                                .handle(PATH, exchange -> reading.getValue().read(exchange, begun, end))
                                .start();
                        RawClient client = server.connect()) {
                    client.request("POST", PATH, "Content-Length: 100000").send("the beginning");
                    Deadlines.await(begun);
                    way.getValue().leave(client);

                    Deadlines.await(title, end::isDone);
                    assertThat(end.join()).as(title).isInstanceOf(IOException.class);
                    assertThat(warnings(log)).as(title).isEmpty();
                }
            }
        }
    }

    private static OutputStream begin(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1_000_000);
        return exchange.getResponseBody();
    }

    private static void closeEarly(HttpExchange exchange) {
        try (exchange) {
            begin(exchange).write("hello".getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> warnings(RecordedLog log) {
        return log.records(ShortResponseLogTest::isWarning).stream()
                .map(RecordedLog::printed)
                .toList();
    }

    private static boolean isWarning(LogRecord record) {
        return record.getLevel().equals(Level.WARNING)
                && RecordedLog.printed(record).contains(PATH);
    }
}
