package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that the server receives small bodies completely before it calls handlers. Slow clients take no thread. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class BodiesFirstTest {
    private static final int LARGEST = 64 * 1024;
    private static final Map<String, String> BRIEFLY = Map.of("ringer.bodyStallTimeout", "150 ms");

    private final List<String> begun = new CopyOnWriteArrayList<>(); // methods of requests that reached a handler

    private TestServer create(Mode mode, Map<String, String> properties) throws IOException {
        return handlers(TestServer.create(Provider.RINGER, mode, properties));
    }

    private TestServer handlers(TestServer server) {
        return server.handle("/", this::measure)
                .handle("/at-once", this::refuse)
                .start();
    }

    /** Answers with two lengths: of the body that has arrived when the handler begins, and of the whole body. */
    private void measure(HttpExchange exchange) throws IOException {
        begun.add(exchange.getRequestMethod());
        InputStream body = exchange.getRequestBody();
        int available = body.available();
        byte[] answer = (available + " of " + body.readAllBytes().length).getBytes();
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** Answers 403 without reading the body. */
    private void refuse(HttpExchange exchange) throws IOException {
        begun.add(exchange.getRequestMethod());
        exchange.sendResponseHeaders(403, -1);
    }

    private static RawClient begin(RawClient client, int length) throws IOException {
        return client.request("POST", "/", "Content-Length: " + length);
    }

    private static String whole(int length) {
        return length + " of " + length;
    }

    @InModes
    void callsTheHandlerWithTheWholeBody(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect();
            for (int length : new int[] {2, 5_000, 8 * 1024, 8 * 1024 + 1, 20_000, LARGEST}) {
                begun.clear();
                begin(client, length).send("x");
                server.settle();
                assertThat(begun).isEmpty();

                client.send("y".repeat(length / 2)).send("z".repeat(length - 1 - length / 2));

                assertThat(client.readResponse().text()).isEqualTo(whole(length));
            }
        }
    }

    @InModes
    void callsTheHandlerAfterTheLastOfManyBytes(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = begin(server.connect(), 300);
            for (int i = 0; i < 299; i++) {
                client.send("x");
            }
            server.settle();
            assertThat(begun).isEmpty();

            client.send("x");

            assertThat(client.readResponse().text()).isEqualTo(whole(300));
        }
    }

    @InModes(Mode.FIXED_POOL)
    void slowClientsHoldNoThread(Mode mode, Transport transport) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try (TestServer server = handlers(TestServer.create(Provider.RINGER, transport, pool, Map.of()))) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                slow.add(begin(server.connect(), 20_000).send("x"));
            }

            assertThat(server.connect().get("/").readResponse().text()).isEqualTo(whole(0));

            assertThat(begun).containsExactly("GET");
            for (RawClient client : slow) {
                client.send("x".repeat(19_999));
                assertThat(client.readResponse().text()).isEqualTo(whole(20_000));
            }
        }
    }

    @InModes
    void callsTheHandlerAtOnceIfTheBodyIsLarger(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            assertThat(atOnce(server, "Content-Length: " + (LARGEST + 1))).isEqualTo(403);
        }
    }

    @InModes
    void callsTheHandlerAtOnceIfTheClientWaitsForIt(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            assertThat(atOnce(server, "Content-Length: 5", "Expect: 100-continue"))
                    .isEqualTo(403);
        }
    }

    @InModes
    void callsTheHandlerAtOnceIfTurnedOff(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of("ringer.bodyBuffer", "0"))) {
            assertThat(atOnce(server, "Content-Length: 5")).isEqualTo(403);
        }
    }

    private static int atOnce(TestServer server, String... fields) throws IOException {
        return server.connect()
                .request("POST", "/at-once", fields)
                .readResponse()
                .status();
    }

    @InModes
    void refusesABodyThatStallsWithoutAHandler(Mode mode) throws IOException {
        try (TestServer server = create(mode, BRIEFLY)) {
            RawClient client = begin(server.connect(), 10).send("hello");

            Response answer = client.readResponse();

            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.text()).contains(Violation.BODY_STALLED.text());
            assertThat(Counted.by(server)).containsEntry(Violation.BODY_STALLED, 1L);
            Deadlines.await("no memory", () -> server.memory().taken() == 0);
            assertThat(begun).isEmpty();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void refusesABodyThatEndsEarlyWithoutAHandler(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = begin(server.connect(), 10).send("hello").halfClose();

            assertThat(client.readResponse().status()).isEqualTo(400);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(Counted.by(server)).isEqualTo(Map.of(Violation.BODY_TRUNCATED, 1L));
            assertThat(begun).isEmpty();
        }
    }

    @InModes
    void forgetsTheBodyOfAClientThatLeaves(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = begin(server.connect(), LARGEST).send("x".repeat(LARGEST / 2));
            Deadlines.await("the bytes", () -> server.memory().taken() > LARGEST / 4);

            client.reset();

            Deadlines.await("no memory", () -> server.memory().taken() == 0);
            assertThat(begun).isEmpty();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void keepsTheOrderOfAPipeline(Mode mode) throws IOException {
        String get = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
        String post = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: ";
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect().send(get + get + post + "9000\r\n\r\nx");
            assertThat(client.readResponse().text()).isEqualTo(whole(0));
            assertThat(client.readResponse().text()).isEqualTo(whole(0));

            client.send("x".repeat(8_999) + get + post + "3\r\n\r\nxxx" + get + post + "10\r\n\r\nx");
            for (int length : new int[] {9_000, 0, 3, 0}) {
                assertThat(client.readResponse().text()).isEqualTo(whole(length));
            }
            client.send("x".repeat(9));

            assertThat(client.readResponse().text()).isEqualTo(whole(10));
            assertThat(begun).containsExactly("GET", "GET", "POST", "GET", "POST", "GET", "POST");
        }
    }

    /** Checks that {@code stop} waits for an incomplete body, as for an incomplete head. */
    @InModes
    void stopWaitsForTheBody(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect();
            assertThat(client.get("/").readResponse().status()).isEqualTo(200);
            begin(client, 10).send("x");
            server.settle();
            CountDownLatch stopped = new CountDownLatch(1);
            ThreadKind.PLATFORM.start(() -> {
                server.server().stop(600);
                stopped.countDown();
            });
            Deadlines.await("the stop", () -> !accepts(server));

            client.send("x".repeat(9));

            assertThat(client.readResponse().text()).isEqualTo(whole(10));
            client.close();
            Deadlines.await(stopped);
        }
    }

    private static boolean accepts(TestServer server) {
        try (RawClient probe = RawClient.connect(server.port(), Transport.CLEAR)) {
            return probe != null;
        } catch (IOException refused) {
            return false;
        }
    }

    @InModes
    void stopWithoutDelayDoesNotWait(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = begin(server.connect(), 10).send("x");
            server.settle();

            server.server().stop(0);

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            Deadlines.await("no memory", () -> server.memory().taken() == 0);
            assertThat(begun).isEmpty();
        }
    }
}
