package dev.ringer.proxy;

import static dev.ringer.testkit.ProxyHeaders.LOCAL;
import static dev.ringer.testkit.ProxyHeaders.PROXY;
import static dev.ringer.testkit.ProxyHeaders.UNSPECIFIED;
import static dev.ringer.testkit.ProxyHeaders.binary;
import static dev.ringer.testkit.ProxyHeaders.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.proxy.ProxyFault;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests connections that begin with a header of the PROXY protocol, over raw sockets. */
@Execution(ExecutionMode.CONCURRENT)
class ProxyProtocolTest {
    private static final String PROXY_ADDRESS = "127.0.0.1";
    private static final String STRANGER = "127.0.0.2";
    private static final byte[] HEADER = text("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443");

    @InModes
    void tellsTheClient(Mode mode) throws IOException {
        try (TestServer server = server(mode, Transport.current(), "on")) {
            RawClient client = server.connectFrom(PROXY_ADDRESS, HEADER);

            for (int i = 0; i < 3; i++) {
                assertThat(client.get("/").readResponse().text())
                        .startsWith("/192.0.2.1:56324 at /198.51.100.2:443, by /127.0.0.1:");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void standsInFrontOfEveryProtocol(Transport transport) throws IOException {
        byte[] header = binary("2001:db8::1", 56324, "2001:db8::2", 443)
                .tls(1, 0, "TLSv1.3", "somebody")
                .bytes();
        try (TestServer server = server(Mode.FIXED_POOL, transport, "required")) {
            RawClient client = server.connectFrom(PROXY_ADDRESS, header);

            assertThat(client.get("/").readResponse().text())
                    .startsWith("/[2001:db8:0:0:0:0:0:1]:56324 at /[2001:db8:0:0:0:0:0:2]:443, by /127.0.0.1:")
                    .endsWith(", https {tls=true, tls.verified=false, tls.version=TLSv1.3, tls.commonName=somebody}");
        }
    }

    @Test
    void handsOnTheHandshakeThatHasComeBehindTheHeader() throws Exception {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.TLS, "on");
                Socket tcp = new HeaderInFront(server.port(), HEADER)) {
            Socket socket = Transport.TLS.over(tcp);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes());

            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void takesHeaderAndRequestInOnePiece() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, "on")) {
            String request = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
            String header = new String(HEADER, StandardCharsets.US_ASCII);
            RawClient client = server.connectFrom(PROXY_ADDRESS, (header + request + request).getBytes());

            assertThat(client.readResponse().text()).startsWith("/192.0.2.1:56324 ");
            assertThat(client.readResponse().text()).startsWith("/192.0.2.1:56324 ");
        }
    }

    @Test
    void takesHeadersByteByByte() throws IOException {
        byte[] header = binary("192.0.2.1", 56324, "198.51.100.2", 443)
                .piece(0x01, "h2")
                .bytes();
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, "on")) {
            RawClient client = server.connectFrom(PROXY_ADDRESS, new byte[0]);
            for (byte next : header) {
                client.send(new byte[] {next});
                try (RawClient stranger = server.connectFrom(STRANGER, new byte[0])) {
                    stranger.get("/").readResponse(); // ensures that the server has read the byte
                }
            }

            assertThat(client.get("/").readResponse().text()).startsWith("/192.0.2.1:56324 ");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void keepsTheProxysAddressWhereNoClientIsNamed(Mode mode) throws IOException {
        try (TestServer server = server(mode, Transport.current(), "required")) {
            for (byte[] header : new byte[][] {
                text("PROXY UNKNOWN"),
                binary(LOCAL, 0).bytes(),
                binary(PROXY, UNSPECIFIED).raw(new byte[9]).bytes()
            }) {
                RawClient client = server.connectFrom(PROXY_ADDRESS, header);

                assertThat(client.get("/").readResponse().text())
                        .startsWith("/127.0.0.1:" + client.port() + " at /127.0.0.1:" + server.port() + ", by null");
            }
        }
    }

    @Test
    void servesStrangersAsTheyCome() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, "on")) {
            RawClient honest = server.connectFrom(STRANGER, new byte[0]);
            RawClient liar = server.connectFrom(STRANGER, HEADER);

            assertThat(honest.get("/").readResponse().text()).startsWith("/127.0.0.2:" + honest.port());
            assertThat(liar.readResponse().status()).isEqualTo(400);
        }
    }

    @Test
    void closesConnectionsOfStrangersWhereAHeaderIsRequired() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, "required")) {
            RawClient stranger = server.connectFrom(STRANGER, new byte[0]);

            assertThat(stranger.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            awaitCount(server, ProxyFault.NOT_A_TRUSTED_PROXY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closesConnectionsAtFault(ProxyFault fault) throws IOException {
        try (TestServer server =
                server(Mode.NO_EXECUTOR, Transport.CLEAR, "required", "ringer.headTimeout", "500 ms")) {
            RawClient client = switch (fault) {
                case NOT_A_TRUSTED_PROXY -> server.connectFrom(STRANGER, HEADER);
                case PROXY_HEADER_MISSING -> server.connectFrom(PROXY_ADDRESS, "GET / HTTP/1.1\r\n".getBytes());
                case PROXY_HEADER_MALFORMED -> server.connectFrom(PROXY_ADDRESS, text("PROXY TCP4 a b c d"));
                case PROXY_HEADER_TOO_LONG ->
                    server.connectFrom(PROXY_ADDRESS, text("PROXY UNKNOWN " + "x".repeat(100)));
                case PROXY_HEADER_CHECKSUM ->
                    server.connectFrom(
                            PROXY_ADDRESS, binary("1.2.3.4", 1, "1.2.3.4", 2).bytesWithChecksum(false));
                case PROXY_HEADER_TRUNCATED ->
                    server.connectFrom(PROXY_ADDRESS, "PROXY T".getBytes()).halfClose();
                case PROXY_HEADER_TOO_SLOW -> server.connectFrom(PROXY_ADDRESS, "PROXY T".getBytes());
            };

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            awaitCount(server, fault);
            assertThat(Counted.of(server).all().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(1);
        }
    }

    @Test
    void boundsTheConnectionsOfStrangersOnly() throws IOException {
        try (TestServer server =
                server(Mode.NO_EXECUTOR, Transport.CLEAR, "on", "ringer.maxConnectionsPerClient", "1")) {
            for (int i = 0; i < 5; i++) {
                assertThat(server.connectFrom(PROXY_ADDRESS, HEADER)
                                .get("/")
                                .readResponse()
                                .status())
                        .isEqualTo(200);
            }
            RawClient first = server.connectFrom(STRANGER, new byte[0]);
            assertThat(first.get("/").readResponse().status()).isEqualTo(200);

            assertThat(server.connectFrom(STRANGER, new byte[0]).awaitEnd(Deadlines.PATIENCE))
                    .isEqualTo(Fate.CLOSED);
        }
    }

    @Test
    void drippingExtendsNothing() throws Exception {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, "on", "ringer.headTimeout", "500 ms")) {
            RawClient client = server.connectFrom(PROXY_ADDRESS, new byte[0]);
            long begin = System.nanoTime();
            for (int i = 0; i < 60 && client.awaitEnd(Deadlines.QUIET) == Fate.SILENT; i++) {
                client.sendAsFarAsPossible(new byte[] {HEADER[Math.min(i, 20)]});
            }

            assertThat(System.nanoTime() - begin).isLessThan(10_000_000_000L);
            awaitCount(server, ProxyFault.PROXY_HEADER_TOO_SLOW);
        }
    }

    @Test
    void countsSilenceAsIdleness() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, "on", "ringer.headTimeout", "500 ms")) {
            RawClient silent = server.connectFrom(PROXY_ADDRESS, new byte[0]);

            assertThat(silent.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            awaitCount(server, Limit.IDLE_INTERVAL);
        }
    }

    @Test
    void doesNotMindProxiesThatOnlyLook() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, "required")) {
            RawClient client = server.connectFrom(PROXY_ADDRESS, new byte[0]).halfClose();

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(Counted.of(server).all().values()).containsOnly(0L);
        }
    }

    private static TestServer server(Mode mode, Transport transport, String protocol, String... more)
            throws IOException {
        Map<String, String> settings = new HashMap<>();
        settings.put("ringer.trustedProxies", PROXY_ADDRESS);
        settings.put("ringer.proxyProtocol", protocol);
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return TestServer.create(Provider.RINGER, transport, mode, settings)
                .handle("/", ProxyProtocolTest::tell)
                .start();
    }

    private static void tell(HttpExchange exchange) throws IOException {
        InetSocketAddress proxy = (InetSocketAddress) exchange.getAttribute("dev.ringer.proxyAddress");
        String text = exchange.getRemoteAddress() + " at " + exchange.getLocalAddress() + ", by "
                + Objects.toString(proxy) + ", " + exchange.getAttribute("dev.ringer.scheme") + " "
                + exchange.getAttribute("dev.ringer.proxyProtocol");
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void awaitCount(TestServer server, Enum<?> cause) {
        Deadlines.await(cause + " is counted", () -> Counted.of(server).of(cause) == 1);
    }
}
