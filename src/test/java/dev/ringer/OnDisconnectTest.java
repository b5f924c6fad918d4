package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;

/** Tests clients that leave while a handler works for them. */
@Timeout(120)
@Execution(CONCURRENT) // these tests wait more than they compute
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class OnDisconnectTest {
    private static final int ENHANCE_YOUR_CALM = 11; // RFC 9113, 7
    private static final String UPGRADE = "Connection: Upgrade, HTTP2-Settings";

    /** A handler that works until the test opens the gate, or until its client has left. */
    private static final class Work implements HttpHandler, AutoCloseable {
        final Gate gate = new Gate();
        final CountDownLatch called = new CountDownLatch(1);
        final CompletableFuture<Thread> thread = new CompletableFuture<>();
        final AtomicInteger quickCalls = new AtomicInteger();
        final Semaphore quickEnds = new Semaphore(0);
        TestServer server;

        @Override
        public void handle(HttpExchange exchange) throws IOException {
            RingerExchange.onDisconnect(exchange, this::leave);
            gate.pass();
            Http2Servers.respond(exchange, "done");
        }

        private void quick(HttpExchange exchange) throws IOException {
            RingerExchange.onDisconnect(exchange, quickCalls::incrementAndGet);
            Http2Servers.echo(exchange);
            quickEnds.release();
        }

        private void leave() {
            thread.complete(Thread.currentThread());
            called.countDown();
        }

        void awaitCall() {
            Deadlines.await(called);
        }

        static Work start(Mode mode) throws IOException {
            return start(mode, Map.of());
        }

        static Work start(Mode mode, Map<String, String> properties) throws IOException {
            Work work = new Work();
            work.server = TestServer.create(Provider.RINGER, mode, properties)
                    .handle("/work", work)
                    .handle("/quick", work::quick)
                    .start();
            return work;
        }

        RawClient connect() throws IOException {
            return server.connect();
        }

        @Override
        public void close() throws IOException {
            gate.close();
            server.close();
        }
    }

    // ---- how clients leave

    @InModes
    void noticesAClientThatCloses(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().get("/work");
            work.gate.awaitArrival();
            client.close();

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
        }
    }

    @InModes
    void noticesAReset(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().get("/work");
            work.gate.awaitArrival();
            client.reset();

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void answersAClientThatHasOnlyEndedItsSide(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().get("/work");
            work.gate.awaitArrival();
            client.halfClose();

            work.awaitCall();
            work.gate.open();
            assertThat(client.readResponse().text()).isEqualTo("done");
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    @Over({Transport.H2C, Transport.H2})
    void noticesTheResetOfAStream(Mode mode) throws Exception {
        try (Work work = Work.start(mode);
                Http2Client client = Http2Client.open(work.server)) {
            client.get(1, "/work");
            work.gate.awaitArrival();
            client.reset(1);

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
            work.gate.open();
            Http2Answer other = client.get(3, "/quick").answer(3);
            assertThat(other.status()).isEqualTo(200);
        }
    }

    @InModes
    void noticesThatTheServerStops(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            work.connect().get("/work");
            work.gate.awaitArrival();
            Thread stopping =
                    ThreadKind.PLATFORM.start(() -> work.server.server().stop(0));

            work.awaitCall();
            work.gate.open();
            stopping.join();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void noticesATimeLimit(Mode mode) throws Exception {
        try (Work work = Work.start(mode, Map.of("sun.net.httpserver.maxRspTime", "150 ms"))) {
            work.connect().get("/work");

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
        }
    }

    /** The handler gets an exception. The action notifies other code that works for the exchange. */
    @InModes
    void noticesAClientThatDoesNotRead(Mode mode) throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        HttpHandler handler = exchange -> {
            RingerExchange.onDisconnect(exchange, called::countDown);
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write(new byte[64 * 1024]);
                }
            } catch (IOException expected) {
                Deadlines.await(called);
                throw expected;
            }
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode, Map.of("ringer.writeStallTimeout", "150 ms"))
                .handle("/", handler)
                .start()) {
            server.connectNarrow().get("/");

            Deadlines.await(called);
        }
    }

    /** The server retains most memory for this client, whose handler waits for content. */
    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void noticesAnEvictionFromMemory(Mode mode) throws Exception {
        Gate registered = new Gate();
        CountDownLatch called = new CountDownLatch(1);
        HttpHandler handler = exchange -> {
            RingerExchange.onDisconnect(exchange, called::countDown);
            registered.arrive();
            try {
                exchange.getRequestBody().readAllBytes();
            } catch (IOException evicted) {
                Deadlines.await(called);
                throw evicted;
            }
        };
        String field = "X: " + "y".repeat(1995) + "\r\n";
        try (TestServer server = TestServer.create(Provider.RINGER, mode, Map.of("ringer.maxBufferedMemory", "700000"))
                .handle("/", handler)
                .start()) {
            server.connect()
                    .send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n" + field.repeat(150) + "\r\n");
            registered.awaitArrival();
            for (int i = 0; called.getCount() > 0 && i < 500; i++) {
                server.connect().sendAsFarAsPossible("GET / HTTP/1.1\r\nHost: test\r\n" + field.repeat(15));
            }

            Deadlines.await(called);
            Deadlines.await("the eviction is counted", () -> server.memory().evictions() > 0);
        }
    }

    @InModes
    @Over({Transport.H2C, Transport.H2})
    void noticesAStreamThatIsEvictedFromMemory(Mode mode) throws Exception {
        try (Work work = Work.start(mode, Map.of("ringer.maxBufferedMemory", "150000"));
                Http2Client client = Http2Client.open(work.server)) {
            client.head(1, "POST", "/work");
            work.gate.awaitArrival();
            for (int i = 0; i < 14; i++) {
                client.data(1, "x".repeat(16_000)); // the handler reads nothing
            }

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
            assertThat(client.answer(1).resetCode()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }

    @InModes
    @Over({Transport.H2C, Transport.H2})
    void noticesACloseAfterTheClientsGoAway(Mode mode) throws Exception {
        try (Work work = Work.start(mode);
                Http2Client client = Http2Client.open(work.server)) {
            client.get(1, "/work").send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
            work.gate.awaitArrival();
            client.close();

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
        }
    }

    @InModes
    @Over({Transport.H2C, Transport.H2})
    void noticesACloseAfterTheServersGoAway(Mode mode) throws Exception {
        try (Work work = Work.start(mode);
                Http2Client client = Http2Client.open(work.server)) {
            client.get(1, "/work");
            work.gate.awaitArrival();
            Thread stopping =
                    ThreadKind.PLATFORM.start(() -> work.server.server().stop(600));
            client.await(Http2Frame.GOAWAY);
            client.close();

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
            work.gate.open();
            stopping.join();
        }
    }

    /** GOAWAY says that no further streams come, not that the client has left. */
    @InModes
    @Over({Transport.H2C, Transport.H2})
    void answersAClientThatHasOnlySentGoAway(Mode mode) throws Exception {
        try (Work work = Work.start(mode);
                Http2Client client = Http2Client.open(work.server)) {
            client.get(1, "/work").send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
            work.gate.awaitArrival();
            client.ping("received").await(Http2Frame.PING);
            work.gate.open();

            assertThat(client.answer(1).text()).isEqualTo("done");
            assertThat(client.readToEnd()).isZero();
            assertThat(work.called.getCount()).isEqualTo(1);
        }
    }

    // ---- content of requests

    @InModes
    void noticesTheEndAfterTheContent(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().post("/work", "short");
            work.gate.awaitArrival();
            client.close();

            work.awaitCall();
        }
    }

    @InModes
    void noticesTheEndAfterContentThatComesLate(Mode mode) throws Exception {
        Gate registered = new Gate();
        Gate read = new Gate();
        CountDownLatch called = new CountDownLatch(1);
        HttpHandler handler = exchange -> {
            RingerExchange.onDisconnect(exchange, called::countDown);
            registered.arrive();
            assertThat(exchange.getRequestBody().readAllBytes()).hasSize(200_000);
            read.pass();
            exchange.close();
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", handler)
                        .start();
                read) {
            RawClient client = server.connect()
                    .send(
                            "POST / HTTP/1.1\r\nHost: test\r\nIncremental: ?1\r\nTransfer-Encoding: chunked\r\n\r\n30D40\r\n");
            registered.awaitArrival();
            client.send("x".repeat(200_000)).send("\r\n0\r\n\r\n");
            read.awaitArrival();
            client.close();

            Deadlines.await(called);
            assertThat(read.isOpen()).isFalse();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void dropsContentThatNobodyReads(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect();
            client.send(
                    "POST /work HTTP/1.1\r\nHost: test\r\nIncremental: ?1\r\nTransfer-Encoding: chunked\r\n\r\nEA60\r\n");
            work.gate.awaitArrival();
            client.send("x".repeat(60_000)).send("\r\n0\r\n\r\n");
            work.gate.open();

            assertThat(client.readResponse().text()).isEqualTo("done");
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    // ---- exchanges that end well

    @InModes
    void doesNotCallActionsOfExchangesThatHaveEnded(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect();
            for (int i = 0; i < 20; i++) {
                assertThat(client.get("/quick").readResponse().status()).isEqualTo(200);
                assertThat(client.post("/quick", "a" + i).readResponse().text()).isEqualTo("a" + i);
            }
            // An answer may arrive a moment before its exchange ends.
            assertThat(work.quickEnds.tryAcquire(40, Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            client.close();
            RawClient other = work.connect().get("/work");
            work.gate.awaitArrival();
            other.close();

            work.awaitCall();
            assertThat(work.quickCalls).hasValue(0);
        }
    }

    @InModes
    void ignoresActionsAfterTheEnd(Mode mode) throws Exception {
        CompletableFuture<HttpExchange> ended = new CompletableFuture<>();
        HttpHandler handler = exchange -> {
            Http2Servers.respond(exchange, "a");
            ended.complete(exchange);
        };
        try (Work work = Work.start(mode)) {
            work.server.server().createContext("/", handler);
            RawClient client = work.connect();
            assertThat(client.get("/").readResponse().text()).isEqualTo("a");
            HttpExchange late = ended.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            AtomicInteger calls = new AtomicInteger();
            RingerExchange.onDisconnect(late, calls::incrementAndGet);
            client.get("/work");
            work.gate.awaitArrival();
            client.close();

            work.awaitCall();
            assertThat(calls).hasValue(0);
        }
    }

    // ---- bytes that arrive while the handler works

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void servesRequestsThatArriveMeanwhile(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().get("/work");
            work.gate.awaitArrival();
            client.send("POST /quick HTTP/1.1\r\nHost: test\r\n");
            work.server.settle();
            client.send("Content-Length: 50000\r\n\r\n" + "x".repeat(20_000));
            work.server.settle();
            client.send("x".repeat(30_000)).get("/quick");
            work.server.settle();
            work.gate.open();

            assertThat(client.readResponse().text()).isEqualTo("done");
            assertThat(client.readResponse().text()).isEqualTo("x".repeat(50_000));
            assertThat(client.readResponse().status()).isEqualTo(200);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void noticesTheEndBehindAnotherRequest(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().get("/work");
            work.gate.awaitArrival();
            client.get("/quick");
            client.close();

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
        }
    }

    /** The JDK's client asks for HTTP/2 without TLS in this way. */
    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void noticesTheEndOfARequestThatMayChangeTheProtocol(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().get("/work", UPGRADE, "Upgrade: h2c");
            work.gate.awaitArrival();
            client.close();

            work.awaitCall();
            assertThat(work.gate.isOpen()).isFalse();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void givesARawStreamWhatHasArrived(Mode mode) throws Exception {
        Gate gate = new Gate();
        HttpHandler echo = exchange -> {
            RingerExchange.onDisconnect(exchange, () -> {});
            gate.pass();
            exchange.sendResponseHeaders(101, 0);
            InputStream in = exchange.getRequestBody();
            for (int next = in.read(); next != '.'; next = in.read()) {
                exchange.getResponseBody().write(next);
                exchange.getResponseBody().flush();
            }
            exchange.close();
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", echo)
                        .start();
                gate) {
            RawClient client = server.connect().get("/", UPGRADE, "Upgrade: echo");
            gate.awaitArrival();
            client.send("early");
            server.settle();
            gate.open();

            assertThat(client.readResponse().status()).isEqualTo(101);
            assertThat(client.readText(5)).isEqualTo("early");
            assertThat(client.send("late").readText(4)).isEqualTo("late");
            client.send(".");
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    // ---- actions

    @InModes
    void callsAnActionThatComesLate(Mode mode) throws Exception {
        Gate gate = new Gate();
        CountDownLatch called = new CountDownLatch(1);
        HttpHandler handler = exchange -> {
            gate.pass();
            RingerExchange.onDisconnect(exchange, called::countDown);
            Deadlines.await(called);
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", handler)
                        .start();
                gate) {
            RawClient client = server.connect().get("/");
            gate.awaitArrival();
            client.close();
            gate.open();

            Deadlines.await(called);
        }
    }

    @InModes
    void callsAllActionsInOrderThoughOneFails(Mode mode) throws Exception {
        BlockingQueue<String> calls = new LinkedBlockingQueue<>();
        Gate gate = new Gate();
        HttpHandler handler = exchange -> {
            RingerExchange.onDisconnect(exchange, () -> calls.add("first"));
            RingerExchange.onDisconnect(exchange, () -> {
                throw new IllegalStateException("on purpose");
            });
            exchange.setAttribute(RingerExchange.ON_DISCONNECT, (Runnable) () -> calls.add("last"));
            gate.pass();
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", handler)
                        .start();
                gate) {
            RawClient client = server.connect().get("/");
            gate.awaitArrival();
            client.close();

            for (String expected : List.of("first", "last")) {
                assertThat(calls.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                        .isEqualTo(expected);
            }
        }
    }

    @InModes
    @Over(Transport.CLEAR)
    void logsWhatAnActionThrows(Mode mode) throws Exception {
        Gate gate = new Gate();
        IllegalStateException failure = new IllegalStateException("for the log");
        // The server logs each kind of failure (class and line) in full only once a minute.
        failure.setStackTrace(
                new StackTraceElement[] {new StackTraceElement("Work", "on", mode.name(), mode.ordinal())});
        HttpHandler handler = exchange -> {
            RingerExchange.onDisconnect(exchange, () -> {
                throw failure;
            });
            gate.pass();
        };
        try (RecordedLog log = RecordedLog.from(Level.WARNING);
                TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", handler)
                        .start();
                gate) {
            RawClient client = server.connect().get("/");
            gate.awaitArrival();
            client.close();

            Deadlines.await(
                    "the failure is logged",
                    () -> !log.records(entry -> entry.getMessage().contains("An onDisconnect action threw an exception")
                                    && entry.getThrown() == failure)
                            .isEmpty());
        }
    }

    /** An action may block, and all threads of the executor may be busy. So {@code Ringer-on-disconnect} runs it. */
    @InModes
    void callsAnActionOnAnotherThread(Mode mode) throws Exception {
        try (Work work = Work.start(mode)) {
            RawClient client = work.connect().get("/work");
            work.gate.awaitArrival();
            client.close();

            assertThat(work.thread
                            .get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                            .getName())
                    .isEqualTo("Ringer-on-disconnect");
        }
    }

    @InModes(inTurn = true)
    void worksForExchangesThatOthersWrap(Mode mode) throws Exception {
        Map<String, String> settings = Map.of("ringer.maxExchanges", "5", "ringer.compression", "gzip");
        try (Work work = Work.start(mode, settings)) {
            RawClient client = work.connect().get("/work", "Accept-Encoding: gzip");
            work.gate.awaitArrival();
            client.close();

            work.awaitCall();
        }
    }

    @InModes(inTurn = true)
    void refusesWhatIsNoAction(Mode mode) throws Exception {
        HttpHandler handler = exchange -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> exchange.setAttribute(RingerExchange.ON_DISCONNECT, "action"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> exchange.setAttribute(RingerExchange.ON_DISCONNECT, null));
            Http2Servers.respond(exchange, "ok");
        };
        try (TestServer server =
                TestServer.create(Provider.RINGER, mode).handle("/", handler).start()) {
            assertThat(server.connect().get("/").readResponse().text()).isEqualTo("ok");
        }
    }
}
