package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.Ringer;
import dev.ringer.options.Listen;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the statistics of a server agree with what its clients have seen. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class StatisticsTest {
    private static final List<Transport> TRANSPORTS =
            List.of(Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2);

    @InModes
    void countsResponsesByProtocolAndClass(Mode mode, Transport transport) throws IOException {
        String protocol = transport.isHttp2() ? "HTTP/2.0" : "HTTP/1.1";
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())
                .handle("/2", exchange -> exchange.sendResponseHeaders(200, -1))
                .handle("/3", exchange -> exchange.sendResponseHeaders(304, -1))
                .start()) {
            RawClient client = server.connect();
            client.get("/2").readResponse();
            client.get("/2").readResponse();
            client.get("/3").readResponse();
            client.get("/nothing").readResponse(); // answered by the server itself, with 404

            ServerStatistics statistics = Ringer.statistics(server.server());
            assertThat(statistics.responses())
                    .contains(
                            new ResponseCount(protocol, "2xx", 2),
                            new ResponseCount(protocol, "3xx", 1),
                            new ResponseCount(protocol, "4xx", 1),
                            new ResponseCount(protocol, "5xx", 0));
            Deadlines.await("all are over", () -> statistics.exchangesInProgress() == 0);
            assertThat(statistics.queuedRequests()).isZero();
            assertThat(statistics.abortedExchanges()).isZero();
        }
    }

    @Test
    void countsWhatCouldNotBeRead() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of())
                .start()) {
            server.connect().send("nonsense\r\n\r\n").readResponse();

            ServerStatistics statistics = Ringer.statistics(server.server());
            assertThat(statistics.responses()).contains(new ResponseCount("HTTP/1.1", "4xx", 1));
            assertThat(statistics.violations())
                    .containsEntry("BAD_REQUEST_LINE", 1L)
                    .containsEntry("BAD_TARGET", 0L);
            assertThat(statistics.limits()).containsEntry("IDLE_INTERVAL", 0L);
            assertThat(statistics.exchangesInProgress() + statistics.queuedRequests())
                    .isZero();
        }
    }

    @Test
    void countsWhatIsShed() throws IOException {
        for (Transport transport : TRANSPORTS) {
            try (Gate gate = new Gate();
                    TestServer server = TestServer.create(
                                    Provider.RINGER, transport, Mode.CACHED_POOL, Map.of("ringer.maxExchanges", "1"))
                            .handle("/", exchange -> {
                                gate.pass();
                                exchange.sendResponseHeaders(204, -1);
                            })
                            .start()) {
                server.connect().get("/");
                gate.awaitArrival();
                server.connect().get("/").readResponse();

                ServerStatistics statistics = Ringer.statistics(server.server());
                assertThat(statistics.limits()).containsEntry("MAX_EXCHANGES", 1L);
                assertThat(statistics.exchangesInProgress()).isEqualTo(1);
                assertThat(statistics.queuedRequests()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"NO_EXECUTOR", "FIXED_POOL"})
    void tellsWhatIsInProgressAndWhatWaits(Mode mode) throws IOException {
        int threads = mode == Mode.FIXED_POOL ? 4 : 1;
        for (Transport transport : TRANSPORTS) {
            try (Gate gate = new Gate();
                    TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())
                            .handle("/", exchange -> {
                                gate.pass();
                                exchange.sendResponseHeaders(204, -1);
                            })
                            .start()) {
                for (int i = 0; i < threads + 2; i++) {
                    server.connect().get("/");
                }

                ServerStatistics statistics = Ringer.statistics(server.server());
                Deadlines.await("two wait", () -> statistics.queuedRequests() == 2);
                Deadlines.await("others are at work", () -> statistics.exchangesInProgress() == threads);
                assertThat(statistics.openConnections()).isEqualTo(threads + 2);
                gate.open();
                Deadlines.await("none waits", () -> statistics.queuedRequests() == 0);
                Deadlines.await("none is at work", () -> statistics.exchangesInProgress() == 0);
            }
        }
    }

    @InModes
    void countsWhatIsBrokenOff(Mode mode, Transport transport) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())
                .handle("/", exchange -> {
                    throw new IllegalStateException("on purpose, for the statistics");
                })
                .start()) {
            server.connect().get("/").awaitEnd(Deadlines.PATIENCE);

            ServerStatistics statistics = Ringer.statistics(server.server());
            Deadlines.await("it is counted", () -> statistics.abortedExchanges() == 1);
            assertThat(statistics.exchangesInProgress()).isZero();
        }
    }

    /** A map of headers whose constructor fails while {@code fails} is true. */
    public static final class NoMap extends HashMap<String, List<String>> {
        private static final long serialVersionUID = 1L;

        static volatile boolean fails;

        public NoMap() {
            if (fails) {
                throw new IllegalStateException("on purpose, for the statistics");
            }
        }
    }

    @InModes
    @Over(Transport.CLEAR)
    void countsNothingAsEndedThatHasNotBegun(Mode mode) throws IOException {
        Map<String, String> settings = Map.of("ringer.headers.map", NoMap.class.getName());
        try (Gate gate = new Gate();
                TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, mode, settings)
                        .handle("/", exchange -> gate.pass())
                        .start()) {
            NoMap.fails = true; // for HTTP/1.0, the server creates response headers before it calls the handler
            server.connect().send("GET / HTTP/1.0\r\nHost: test\r\n\r\n").awaitEnd(Deadlines.PATIENCE);
            server.connect().get("/");
            gate.awaitArrival();

            assertThat(Ringer.statistics(server.server()).exchangesInProgress()).isEqualTo(1);
            assertThat(Ringer.statistics(server.server()).queuedRequests()).isZero();
            gate.open();
        } finally {
            NoMap.fails = false;
        }
    }

    @InModes
    @Over(Transport.CLEAR)
    void countsBytes(Mode mode) throws IOException {
        String request = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n"
                + "x".repeat(100_000);
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, mode, Map.of())
                .handle("/", StatisticsTest::echo)
                .start()) {
            String response = server.connect().send(request).readToEnd();

            ServerStatistics statistics = Ringer.statistics(server.server());
            assertThat(response).hasSizeGreaterThan(100_000);
            assertThat(statistics.receivedBytes()).isEqualTo(request.length());
            assertThat(statistics.sentBytes()).isEqualTo(response.length());
        }
    }

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void countsConnections() throws IOException {
        Map<String, String> settings = Map.of("jdk.httpserver.maxConnections", "2");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient first = server.connect().get("/");
            first.readResponse();
            server.connect().get("/").readResponse();
            server.connect().awaitEnd(Deadlines.PATIENCE);

            ServerStatistics statistics = Ringer.statistics(server.server());
            assertThat(statistics.openConnections()).isEqualTo(2);
            assertThat(statistics.acceptedConnections()).isEqualTo(3);
            assertThat(statistics.refusedConnections()).isEqualTo(1);
            first.close();
            Deadlines.await("one is closed", () -> statistics.openConnections() == 1);
        }
    }

    @Test
    void countsHandshakesAndResumptions() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.TLS, Mode.NO_EXECUTOR, Map.of())
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            Transport.forgetSessions(server.port());
            for (int i = 0; i < 3; i++) {
                try (RawClient client = server.connect()) {
                    client.get("/").readResponse(); // also receives the session ticket
                }
            }
            try (RawClient nonsense = RawClient.connect(server.port(), Transport.CLEAR)) {
                nonsense.send("GET / HTTP/1.1\r\n\r\n").readToEnd();
            }

            ServerStatistics statistics = Ringer.statistics(server.server());
            assertThat(statistics.tlsHandshakes()).isEqualTo(3);
            assertThat(statistics.tlsResumptions()).isEqualTo(2);
            assertThat(statistics.tlsFailures()).isEqualTo(1);
        }
    }

    @Test
    void tellsOfLoopsAndMemory() throws IOException {
        Map<String, String> settings = Map.of("ringer.maxBufferedMemory", "12345678");
        try (Gate gate = new Gate();
                TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                        .handle("/", exchange -> {
                            gate.pass();
                            exchange.sendResponseHeaders(204, -1);
                        })) {
            ServerStatistics statistics = Ringer.statistics(server.server());
            assertThat(statistics.loops()).isZero();
            server.start();
            server.connect().get("/");
            gate.awaitArrival();

            Deadlines.await("the stand-in turns the loop", () -> statistics.loopReliefs() == 1);
            assertThat(statistics.loops()).isEqualTo(1);
            assertThat(statistics.loopTurns()).isPositive();
            assertThat(statistics.maxBufferedMemory()).isEqualTo(12345678);
            assertThat(statistics.bufferedMemory()).isNotNegative();
            assertThat(statistics.address()).isEqualTo("127.0.0.1:" + server.port());
            assertThat(statistics.droppedLogLines()).isZero();
            gate.open(); // closing the server waits for the handler's thread
        }
    }

    @Test
    @Needs(Ability.UNIX_SOCKETS)
    void tellsWhereItListens(@TempDir Path folder) throws IOException {
        Path socket = folder.resolve("socket");
        ServerOptions onUnix = ServerOptions.builder()
                .set(Settings.LISTEN, Listen.unix(socket))
                .build();
        HttpServer unix = Ringer.create(TestServer.anyPort(), 0, onUnix);
        HttpServer ipv6 = Ringer.create(null, 0, ServerOptions.builder().build());
        try {
            assertThat(Ringer.statistics(unix).address()).isEqualTo("unix:" + socket);
            assertThat(Ringer.statistics(ipv6).address()).isEmpty();
            ipv6.bind(new InetSocketAddress("::1", 0), 0);
            assertThat(Ringer.statistics(ipv6).address())
                    .isEqualTo("[0:0:0:0:0:0:0:1]:" + ipv6.getAddress().getPort());
        } finally {
            unix.stop(0);
            ipv6.stop(0);
        }
    }
}
