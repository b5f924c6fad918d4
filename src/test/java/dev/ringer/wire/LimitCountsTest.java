package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each exceeded limit is counted once, under its name. {@link ViolationTest} checks violations. */
@Execution(ExecutionMode.CONCURRENT)
class LimitCountsTest {
    private static final String LARGE_BODY = "POST /ignores HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n";

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MIN_RESPONSE_RATE", "MAX_STREAMS"}) // the first needs half a minute, the second HTTP/2
    void areCounted(Limit limit) throws Exception {
        try (Gate gate = new Gate();
                TestServer server = server(limit, gate)) {
            meet(limit, server, gate);

            Counted.await(server, limit, 1);
            assertThat(Counted.by(server)).isEqualTo(Map.of(limit, 1L));
        }
    }

    private static TestServer server(Limit limit, Gate gate) throws IOException {
        TestServer server = limit == Limit.EXECUTOR
                ? TestServer.create(Provider.RINGER, transport(limit), LimitCountsTest::reject, settings(limit))
                : TestServer.create(Provider.RINGER, transport(limit), Mode.CACHED_POOL, settings(limit));
        return server.handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .handle("/ignores", exchange -> exchange.sendResponseHeaders(204, -1))
                .handle("/reads", exchange -> exchange.getRequestBody().readAllBytes())
                .handle("/pours", LimitCountsTest::pour)
                .handle("/waits", exchange -> {
                    gate.pass();
                    exchange.sendResponseHeaders(204, -1);
                })
                .start();
    }

    private static Transport transport(Limit limit) {
        return switch (limit) {
            case TLS_HANDSHAKE_TIMEOUT, MAX_HANDSHAKES_PER_CLIENT -> Transport.TLS;
            default -> Transport.CLEAR;
        };
    }

    private static Map<String, String> settings(Limit limit) {
        return switch (limit) {
            case IDLE_INTERVAL -> Map.of("sun.net.httpserver.idleInterval", "150 ms");
            case WRITE_STALL_TIMEOUT -> Map.of("ringer.writeStallTimeout", "150 ms");
            case DRAIN_TIMEOUT -> Map.of("ringer.drainTimeout", "100");
            case MAX_REQUEST_TIME -> Map.of("sun.net.httpserver.maxReqTime", "150 ms");
            case MAX_RESPONSE_TIME -> Map.of("sun.net.httpserver.maxRspTime", "150 ms");
            case TLS_HANDSHAKE_TIMEOUT -> Map.of("ringer.tlsHandshakeTimeout", "150 ms");
            case MAX_CONNECTIONS -> Map.of("jdk.httpserver.maxConnections", "1");
            case MAX_IDLE_CONNECTIONS -> Map.of("sun.net.httpserver.maxIdleConnections", "0");
            case MAX_EXCHANGES -> Map.of("ringer.maxExchanges", "1");
            case MAX_EXCHANGES_PER_CLIENT -> Map.of("ringer.maxExchangesPerClient", "1");
            case MAX_CONNECTIONS_PER_CLIENT -> Map.of("ringer.maxConnectionsPerClient", "1");
            case MAX_HANDSHAKES_PER_CLIENT -> Map.of("ringer.maxHandshakesPerClient", "1");
            case EXECUTOR, MIN_RESPONSE_RATE, MAX_STREAMS -> Map.of();
        };
    }

    private static void meet(Limit limit, TestServer server, Gate gate) throws IOException {
        switch (limit) {
            case IDLE_INTERVAL ->
                assertThat(server.connect().get("/").readResponse().status()).isEqualTo(204);
            case WRITE_STALL_TIMEOUT -> server.connectNarrow().get("/pours");
            case DRAIN_TIMEOUT ->
                assertThat(server.connect().send(LARGE_BODY).readResponse().status())
                        .isEqualTo(204);
            case MAX_REQUEST_TIME -> server.connect().request("POST", "/reads", "Content-Length: 10");
            case MAX_RESPONSE_TIME -> server.connect().get("/waits");
            case TLS_HANDSHAKE_TIMEOUT -> {
                try (Socket silent = Transport.connect(server.port())) {
                    assertThat(silent.getInputStream().read()).isEqualTo(-1);
                }
            }
            case MAX_CONNECTIONS, MAX_CONNECTIONS_PER_CLIENT -> {
                server.connect().get("/waits");
                gate.awaitArrival();
                assertThat(server.connect().fate()).isEqualTo(Fate.CLOSED);
            }
            case MAX_IDLE_CONNECTIONS -> {
                RawClient client = server.connect().get("/");
                assertThat(client.readResponse().status()).isEqualTo(204);
                assertThat(client.fate()).isEqualTo(Fate.CLOSED);
            }
            case MAX_EXCHANGES, MAX_EXCHANGES_PER_CLIENT -> {
                server.connect().get("/waits");
                gate.awaitArrival();
                assertThat(server.connect().get("/").readResponse().status()).isEqualTo(503);
            }
            case MAX_HANDSHAKES_PER_CLIENT -> {
                try (Socket first = Transport.connect(server.port());
                        Socket second = Transport.connect(server.port())) {
                    first.getOutputStream().write(22); // the first byte of a TLS record
                    second.getOutputStream().write(22);
                    first.setSoTimeout(1);
                    second.setSoTimeout(1);
                    Deadlines.await("one is closed", () -> hasEnded(first) || hasEnded(second));
                }
            }
            case MIN_RESPONSE_RATE, MAX_STREAMS -> throw new IllegalArgumentException();
            case EXECUTOR -> assertThat(server.connect().get("/").fate()).isEqualTo(Fate.CLOSED);
        }
    }

    /** Checks the counts while an HTTP/2 preface is still possible, so that no protocol has the connection yet. */
    @ParameterizedTest
    @ValueSource(strings = {"", "PRI * HT"})
    void isCountedWhereTheProtocolIsNotChosenYet(String sent) throws IOException {
        Map<String, String> settings = Map.of("ringer.http2", "on", "ringer.headTimeout", "150 ms");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient client = server.connect().send(sent);

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(Counted.by(server))
                    .isEqualTo(Map.of(sent.isEmpty() ? Limit.IDLE_INTERVAL : Violation.HEAD_TOO_SLOW, 1L));
        }
    }

    @InModes
    void nothingIsCountedForWellBehavedClients(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient client = server.connect();
            for (int i = 0; i < 10; i++) {
                assertThat(client.post("/", "hello").readResponse().status()).isEqualTo(204);
            }
            client.close();

            assertThat(server.connect().get("/nothing").readResponse().status()).isEqualTo(204);
            assertThat(Counted.by(server)).isEmpty();
        }
    }

    @Test
    void everyCauseIsThereFromTheBeginning() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)) {
            assertThat(Counted.of(server).all())
                    .containsKeys(Limit.values())
                    .containsKeys(Violation.values())
                    .allSatisfy((cause, count) -> assertThat(count).isZero());
        }
    }

    private static boolean hasEnded(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private static void reject(Runnable task) {
        throw new RejectedExecutionException("on purpose");
    }

    private static void pour(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] piece = new byte[64 * 1024];
        while (true) {
            exchange.getResponseBody().write(piece);
        }
    }
}
