package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.Ringer;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that times of any length have their effect, and that zero means no limit. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class TimeSettingsTest {
    private static final int BODY = 1000;
    private static final Map<String, String> NO_LIMIT = Map.of("ringer.drainTimeout", "0", "ringer.bodyBuffer", "0");

    static Stream<Arguments> longTimesAndTransports() {
        return Stream.of(
                        Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                        Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000 + 1),
                        Duration.ofNanos(Long.MAX_VALUE),
                        Duration.ofNanos(Long.MAX_VALUE - 1))
                .flatMap(time -> Transport.HTTP1.stream()
                        .filter(transport -> Ring.full() || transport.ordinal() == time.getNano() % 2)
                        .map(transport -> Arguments.of(time, transport)));
    }

    @ParameterizedTest
    @MethodSource("longTimesAndTransports")
    void longOnesAreLong(Duration time, Transport transport) throws IOException {
        try (TestServer server = TestServer.of(create(time, transport), transport, Optional.empty())
                .handle("/", TimeSettingsTest::answer)
                .start()) {
            RawClient client = server.connect();
            assertThat(client.get("/").readResponse().status()).isEqualTo(200);
            assertThat(client.post("/", "unread").readResponse().status()).isEqualTo(200);
            beginAndEndBody(client);

            RawClient refused = server.connect().send("nonsense\r\n\r\n");

            assertThat(refused.readResponse().status()).isEqualTo(400);
            assertThat(refused.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    private static HttpServer create(Duration time, Transport transport) throws IOException {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.HEAD_TIMEOUT, time)
                .set(Settings.BODY_STALL_TIMEOUT, time)
                .set(Settings.WRITE_STALL_TIMEOUT, time)
                .set(Settings.TLS_HANDSHAKE_TIMEOUT, time)
                .set(Settings.DRAIN_TIMEOUT, time)
                .set(Settings.IDLE_INTERVAL, time)
                .set(Settings.MAX_REQUEST_TIME, time)
                .set(Settings.MAX_RESPONSE_TIME, time)
                .set(Settings.BODY_BUFFER, 0L)
                .build();
        if (transport == Transport.CLEAR) {
            return Ringer.create(TestServer.anyPort(), 0, options);
        }
        HttpsServer server = Ringer.createHttps(TestServer.anyPort(), 0, options);
        server.setHttpsConfigurator(new HttpsConfigurator(TestKeys.serverContext()));
        return server;
    }

    @ParameterizedTest
    @EnumSource(names = {"CLEAR", "TLS"})
    void withoutALimitTheRestOfABodyMayComeLate(Transport transport) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.NO_EXECUTOR, NO_LIMIT)
                .handle("/", TimeSettingsTest::answer)
                .start()) {
            beginAndEndBody(server.connect());
        }
    }

    /** Sends the rest of a body long after the response. */
    private static void beginAndEndBody(RawClient client) throws IOException {
        client.request("POST", "/", "Content-Length: " + BODY).send("begun");
        assertThat(client.readResponse().status()).isEqualTo(200);
        assertThat(client.hasEventWithin(Deadlines.QUIET)).isFalse();

        client.send("x".repeat(BODY - "begun".length()));

        assertThat(client.fate()).isEqualTo(Fate.USABLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLEAR", "TLS"})
    void withoutALimitARefusedClientMayGoOnSending(Transport transport) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.NO_EXECUTOR, NO_LIMIT)
                .start()) {
            RawClient refused = server.connect().send("nonsense\r\n\r\n");
            assertThat(refused.readToEnd()).startsWith("HTTP/1.1 400 ");

            assertIsHeard(refused);
        }
    }

    @Test
    void withoutALimitAClientWhoseHandshakeFailedMayGoOnSending() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.TLS, Mode.NO_EXECUTOR, NO_LIMIT)
                .start()) {
            RawClient client = RawClient.connect(server.port(), Transport.CLEAR);
            try (client) {
                client.send("?nonsense");
                assertThat(client.readToEnd()).as("the alert").isNotEmpty();

                assertIsHeard(client);
            }
        }
    }

    /** Checks that the server still reads. A closed connection would answer with a reset. */
    private static void assertIsHeard(RawClient client) throws IOException {
        for (int i = 0; i < 3; i++) {
            client.send("more");
            assertThat(client.wasResetWithin(Deadlines.QUIET)).isFalse();
        }
    }

    @Test
    void withoutALimitNoTimeIsAnnouncedToOldClients() throws IOException {
        assertThat(announced(Duration.ZERO)).isEmpty();
        assertThat(announced(Duration.ofMillis(999))).isEmpty();
        assertThat(announced(Duration.ofSeconds(7))).containsExactly("timeout=7");
    }

    /** Returns the Keep-Alive fields that an HTTP/1.0 client gets with this idle time. */
    private static List<String> announced(Duration idle) throws IOException {
        ServerOptions options =
                ServerOptions.builder().set(Settings.IDLE_INTERVAL, idle).build();
        HttpServer bare = Ringer.create(TestServer.anyPort(), 0, options);
        try (TestServer server = TestServer.of(bare, Transport.CLEAR, Optional.empty())
                .handle("/", TimeSettingsTest::answer)
                .start()) {
            RawClient client = server.connect().send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            Response response = client.readResponse();

            assertThat(response.values("Connection")).containsExactly("keep-alive");
            return response.values("Keep-Alive");
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes());
        exchange.close();
    }
}
