package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests the JDK's system properties. Ringer reads them when it creates a server; the JDK's server reads them once. */
@Execution(ExecutionMode.CONCURRENT)
class PropertiesTest {
    private static final HttpHandler OK = exchange -> exchange.sendResponseHeaders(200, -1);

    @InModes
    void idleIntervalClosesKeptConnections(Mode mode) throws IOException {
        try (TestServer server = serverWith(mode, "sun.net.httpserver.idleInterval", "150 ms", OK)) {
            RawClient kept = connectAndGet(server);

            assertThat(kept.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void idleIntervalClosesSilentNewcomers(Mode mode) throws IOException {
        try (TestServer server = serverWith(mode, "sun.net.httpserver.idleInterval", "150 ms", OK)) {
            RawClient silent = server.connect();

            assertThat(silent.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void idleIntervalIsToldToHttp10(Mode mode) throws IOException {
        try (TestServer server = serverWith(mode, "sun.net.httpserver.idleInterval", "7", OK)) {
            RawClient client = server.connect().sendHead("GET / HTTP/1.0", "Connection: keep-alive");

            assertThat(client.readResponse().value("Keep-Alive")).contains("timeout=7");
        }
    }

    @InModes
    void maxIdleConnectionsClosesTheSurplus(Mode mode) throws IOException {
        try (TestServer server = serverWith(mode, "sun.net.httpserver.maxIdleConnections", "2", OK)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                RawClient client = server.connect().get("/");
                client.readResponse();
                clients.add(client);
            }

            Deadlines.await(
                    "the surplus is closed",
                    () -> clients.stream().filter(PropertiesTest::hasEnded).count() == 3);
            clients.removeIf(PropertiesTest::hasEnded);

            for (RawClient client : clients) {
                assertThat(client.fate()).isEqualTo(Fate.USABLE);
            }
        }
    }

    @OnlyInTheClear("the handshake fails first")
    @InModes
    void maxConnectionsClosesTheSurplusAtOnce(Mode mode) throws IOException {
        try (TestServer server = serverWith(mode, "jdk.httpserver.maxConnections", "2", OK)) {
            RawClient first = server.connect().get("/");
            RawClient second = server.connect().get("/");
            first.readResponse();
            second.readResponse();

            RawClient third = server.connect();

            assertThat(third.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(first.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void maxReqHeadersCountsLines(Mode mode) throws IOException {
        try (TestServer server = serverWith(mode, "sun.net.httpserver.maxReqHeaders", "5", OK)) {
            String[] four = {"X: 1", "X: 2", "X: 3", "X: 4"};
            String[] five = {"X: 1", "X: 2", "X: 3", "X: 4", "X: 5"};

            assertThat(server.connect().get("/", four).readResponse().status()).isEqualTo(200);
            assertThat(server.connect().get("/", five).readResponse().status()).isEqualTo(431);
        }
    }

    @InModes
    void maxReqHeaderSizeCountsLineAndFields(Mode mode) throws IOException {
        try (TestServer server = serverWith(mode, "sun.net.httpserver.maxReqHeaderSize", "1000", OK)) {
            assertThat(statusWithFieldOf(server, 700)).isEqualTo(200);
            assertThat(statusWithFieldOf(server, 1000)).isEqualTo(431);
        }
    }

    @InModes
    void maxReqTimeBoundsTheWholeRequest(Mode mode) throws IOException {
        HttpHandler reads = exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
        };
        try (TestServer server = serverWith(mode, "sun.net.httpserver.maxReqTime", "150 ms", reads)) {
            RawClient begun =
                    server.connect().request("POST", "/", "Content-Length: 10").sendAsFarAsPossible("a");

            assertThat(begun.readToEnd()).doesNotStartWith("HTTP/1.1 200");
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void maxRspTimeBoundsTheWholeResponse(Mode mode) throws IOException {
        CountDownLatch release = new CountDownLatch(1);
        HttpHandler slow = exchange -> Deadlines.await(release);
        try (TestServer server = serverWith(mode, "sun.net.httpserver.maxRspTime", "150 ms", slow)) {
            RawClient client = server.connect().get("/");

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            release.countDown();
        }
    }

    @InModes
    void nonsenseLeavesTheDefault(Mode mode) throws IOException {
        Map<String, String> nonsense = Map.of(
                "sun.net.httpserver.idleInterval", "-1",
                "sun.net.httpserver.maxReqHeaders", "0",
                "sun.net.httpserver.maxReqHeaderSize", "many",
                "jdk.httpserver.maxConnections", "0",
                "sun.net.httpserver.drainAmount", "-1",
                "ringer.handlers", mode == Mode.LOOPS ? "loops" : "sometimes");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, nonsense)
                .handle("/", OK)
                .start()) {
            RawClient client = server.connect().post("/", "x".repeat(1000), "X: y");

            assertThat(client.readResponse().status()).isEqualTo(200);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    private static TestServer serverWith(Mode mode, String property, String value, HttpHandler handler)
            throws IOException {
        return TestServer.create(Provider.RINGER, mode, Map.of(property, value))
                .handle("/", handler)
                .start();
    }

    /**
     * Returns a connection with one answered request. Tries again if a slow machine sends its request after the idle
     * time.
     */
    private static RawClient connectAndGet(TestServer server) throws IOException {
        while (true) {
            RawClient client = server.connect();
            try {
                client.get("/").readResponse();
                return client;
            } catch (EOFException | SocketException closed) {
                // try again
            }
        }
    }

    private static boolean hasEnded(RawClient client) {
        try {
            return client.hasEventWithin(Duration.ofMillis(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int statusWithFieldOf(TestServer server, int length) throws IOException {
        return server.connect()
                .get("/", "X: " + "y".repeat(length))
                .readResponse()
                .status();
    }
}
