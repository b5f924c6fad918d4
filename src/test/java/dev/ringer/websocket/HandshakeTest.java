package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Over({Transport.CLEAR, Transport.TLS})
class HandshakeTest {
    private static final String VERSION = "Sec-WebSocket-Version: 13";
    private static final String KEY = "Sec-WebSocket-Key: " + WebSocketClient.KEY;
    private static final String UPGRADE = "Upgrade: websocket";
    private static final String CONNECTION = "Connection: Upgrade";

    private static TestServer server;

    @BeforeAll
    static void start() throws IOException {
        server = WebSocketServers.start(
                Mode.FIXED_POOL,
                WebSocketHandler.builder(new EchoListener())
                        .subprotocols("v2.chat", "v1.chat")
                        .origins("https://friend.example", "http://localhost:3000")
                        .compression(true)
                        .build());
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Test
    void answersAsTheRfcDoes() throws Exception {
        String head = head(WebSocketClient.handshake());

        assertThat(head)
                .startsWith("HTTP/1.1 101 ")
                .containsIgnoringCase("\r\nUpgrade: websocket\r\n")
                .containsIgnoringCase("\r\nConnection: Upgrade\r\n")
                .containsIgnoringCase("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
                .doesNotContainIgnoringCase("Sec-WebSocket-Protocol")
                .doesNotContainIgnoringCase("Sec-WebSocket-Extensions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection: upgrade", "Connection: keep-alive, Upgrade", "connection: foo ,UPGRADE, bar"})
    void takesConnectionAsAListInAnyCase(String connection) throws Exception {
        assertThat(head(connection, UPGRADE, VERSION, KEY)).startsWith("HTTP/1.1 101 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Upgrade: WebSocket", "Upgrade: h2c, websocket", "upgrade:WEBSOCKET"})
    void takesUpgradeAsAListInAnyCase(String upgrade) throws Exception {
        assertThat(head(CONNECTION, upgrade, VERSION, KEY)).startsWith("HTTP/1.1 101 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZSE=", "dGhlIHNhbXBsZSBub25jZ?=="})
    void refusesAnotherKeyThanSixteenOctets(String key) throws Exception {
        assertThat(status(CONNECTION, UPGRADE, VERSION, "Sec-WebSocket-Key: " + key))
                .isEqualTo(400);
    }

    @Test
    void refusesNoKeyAndTwo() throws Exception {
        assertThat(status(CONNECTION, UPGRADE, VERSION)).isEqualTo(400);
        assertThat(status(CONNECTION, UPGRADE, VERSION, KEY, KEY)).isEqualTo(400);
    }

    @Test
    void refusesWithoutConnectionUpgrade() throws Exception {
        assertThat(status(UPGRADE, VERSION, KEY)).isEqualTo(400);
        assertThat(status("Connection: keep-alive", UPGRADE, VERSION, KEY)).isEqualTo(400);
    }

    @Test
    void refusesWithoutVersionAndWithTwo() throws Exception {
        assertThat(status(CONNECTION, UPGRADE, KEY)).isEqualTo(400);
        assertThat(status(CONNECTION, UPGRADE, VERSION, VERSION, KEY)).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "0", "12", "14", "013", "x"})
    void namesItsVersionToOthers(String version) throws Exception {
        Response response = refused("GET", CONNECTION, UPGRADE, KEY, "Sec-WebSocket-Version: " + version);

        assertThat(response.status()).isEqualTo(426);
        assertThat(response.value("Sec-WebSocket-Version")).contains("13");
        assertThat(response.value("Upgrade")).contains("websocket"); // RFC 9110, 15.5.22
        assertThat(response.value("Connection")).contains("Upgrade");
    }

    @Test
    void asksForAnUpgradeWhereThereIsNone() throws Exception {
        Response response = refused("GET");

        assertThat(response.status()).isEqualTo(426);
        assertThat(response.value("Upgrade")).contains("websocket");
        assertThat(refused("GET", CONNECTION, "Upgrade: h2c", VERSION, KEY).status())
                .isEqualTo(426);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "get"})
    void refusesOtherMethods(String method) throws Exception {
        assertThat(refused(method, CONNECTION, UPGRADE, VERSION, KEY).status()).isEqualTo(400);
    }

    @Test
    void refusesABody() throws Exception {
        try (RawClient client = server.connect()) {
            client.get(WebSocketServers.PATH, CONNECTION, UPGRADE, VERSION, KEY, "Content-Length: 1")
                    .send("x");

            assertThat(client.readResponse().status()).isEqualTo(400);
        }
    }

    @Test
    void refusesHttp10() throws Exception {
        try (RawClient client = server.connect()) {
            client.sendHead("GET /socket HTTP/1.0", "Host: test", CONNECTION, UPGRADE, VERSION, KEY);

            assertThat(client.readResponse().status()).isEqualTo(400);
        }
    }

    @Test
    void keepsTheConnectionOfARefusedClient() throws Exception {
        try (RawClient client = server.connect()) {
            assertThat(client.get(WebSocketServers.PATH).readResponse().status())
                    .isEqualTo(426);
            assertThat(client.get(WebSocketServers.PATH, WebSocketClient.handshake())
                            .readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 101 ");
        }
    }

    // ---- subprotocols and extensions

    @Test
    void choosesTheFirstOfItsOwnSubprotocols() throws Exception {
        assertThat(head(WebSocketClient.handshake("Sec-WebSocket-Protocol: v1.chat, v2.chat")))
                .containsIgnoringCase("\r\nSec-WebSocket-Protocol: v2.chat\r\n");
        assertThat(head(WebSocketClient.handshake("Sec-WebSocket-Protocol: mqtt", "Sec-WebSocket-Protocol: v1.chat")))
                .containsIgnoringCase("\r\nSec-WebSocket-Protocol: v1.chat\r\n");
        assertThat(head(WebSocketClient.handshake("Sec-WebSocket-Protocol: mqtt")))
                .doesNotContainIgnoringCase("Sec-WebSocket-Protocol");
    }

    @Test
    void agreesOnCompression() throws Exception {
        assertThat(head(WebSocketClient.handshake(
                        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")))
                .containsIgnoringCase("\r\nSec-WebSocket-Extensions: permessage-deflate; "
                        + "server_no_context_takeover; client_no_context_takeover\r\n");
    }

    @Test
    void refusesExtensionsThatAreNoList() throws Exception {
        assertThat(status(WebSocketClient.handshake("Sec-WebSocket-Extensions: permessage-deflate; =1")))
                .isEqualTo(400);
    }

    // ---- pages of other hosts

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://test",
                "https://test",
                "http://TEST",
                "https://friend.example",
                "https://FRIEND.example",
                "http://localhost:3000"
            })
    void letsPagesOfFriendsIn(String origin) throws Exception {
        assertThat(head(WebSocketClient.handshake("Origin: " + origin))).startsWith("HTTP/1.1 101 ");
    }

    /** Cross-site WebSocket hijacking: the attacker's page opens a WebSocket with the user's cookies. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example",
                "null",
                "http://test.evil.example",
                "http://eviltest",
                "http://test:8080",
                "https://friend.example:444",
                "http://friend.example",
                "file://",
                "test",
                "",
                "http://test@evil.example",
                "http://",
                "http://te st",
                "http://localhost:30000"
            })
    void refusesPagesOfOthers(String origin) throws Exception {
        assertThat(status(WebSocketClient.handshake("Origin: " + origin))).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:5173, http://localhost:5173",
        "null, null",
        "'', ''",
        "http://a\u00e9.example, http://a\u00e9.example",
        "http://a\u0085b.example, http://a\\u0085b.example",
        "http://a{0}.example, http://a{0}.example",
    })
    void logsTheOriginThatItRefuses(String origin, String logged) throws Exception {
        String host = "host-" + Integer.toHexString(origin.hashCode()) + ".example";
        WebSocketHandler handler = WebSocketHandler.of(new EchoListener());
        try (TestServer others = WebSocketServers.start(Mode.FIXED_POOL, handler);
                RecordedLog log = RecordedLog.from(Level.INFO);
                RawClient client = others.connect()) {
            for (int i = 0; i < 2; i++) {
                client.sendHead(
                        "GET /socket HTTP/1.1",
                        "Host: " + host,
                        CONNECTION,
                        UPGRADE,
                        VERSION,
                        KEY,
                        "Origin: " + origin);
                Response response = client.readResponse();

                assertThat(response.status()).isEqualTo(403);
                assertThat(response.text())
                        .hasLineCount(1)
                        .doesNotContain("example")
                        .contains("origin is not allowed");
            }
            assertThat(messages(log, host))
                    .singleElement()
                    .asString()
                    .startsWith("Refused a WebSocket with 403 because its page has the origin " + logged
                            + ", but the Host of the request is " + host + "; ")
                    .contains("WebSocketHandler.Builder.origins");
        }
    }

    private static List<String> messages(RecordedLog log, String part) {
        return log.records(entry -> entry.getMessage().contains(part)).stream()
                .map(LogRecord::getMessage)
                .toList();
    }

    @Test
    void logsFewOfManyOrigins() {
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
        RefusedOrigins origins = new RefusedOrigins(clock::get);
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            for (int i = 0; i < 100; i++) {
                origins.refused(List.of("http://many" + i + "x" + "y".repeat(5000)), "many.example");
                origins.refused(List.of("http://many" + i, "http://two"), null);
            }
            assertThat(messages(log, "http://many"))
                    .hasSize(RefusedOrigins.MAX_ORIGINS)
                    .allMatch(text -> text.length() < 600);
            clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
            origins.refused(List.of("http://many0"), "again.example");
            assertThat(messages(log, "again.example")).hasSize(1);
        }
    }

    @Test
    void refusesTwoOrigins() throws Exception {
        assertThat(status(WebSocketClient.handshake("Origin: http://test", "Origin: http://test")))
                .isEqualTo(403);
    }

    /** Also tests hosts that {@code java.net.URI} does not accept, such as those with underscores. */
    @ParameterizedTest
    @CsvSource({
        "test:8080, http://test:8080, 101",
        "my_host, http://my_host, 101",
        "my_host:8080, https://MY_HOST:8080, 101",
        "my_host, https://my_host:443, 101",
        "-a.example, http://-a.example:80, 101",
        "a.1, http://a.1, 101",
        "[::1]:8080, http://[::1]:8080, 101",
        "my_host, http://your_host, 403",
        "my_host, http://my_host:8080, 403",
        "my_host, http://my_host:65616, 403",
        "my_host, http://my_host:000080, 403",
        "my_host:8080, http://my_host, 403",
        "my_host, http://my_host@evil.example, 403",
        "my_host, http://evil.example/my_host, 403",
        "my_host, http://my_host:80.evil.example, 403",
        "my_host, http://my_host/, 403",
        "my_host, my_host, 403",
        "[::1]:8080, http://[::1]8080, 403",
        "[::1], http://[::1, 403"
    })
    void comparesHostAndPort(String host, String origin, int status) throws Exception {
        try (RawClient client = server.connect()) {
            client.sendHead(
                    "GET /socket HTTP/1.1", "Host: " + host, CONNECTION, UPGRADE, VERSION, KEY, "Origin: " + origin);

            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 " + status);
        }
    }

    // ---- memory

    /** The session retains the head of its request until the WebSocket ends. */
    @Test
    void countsALargeHeadUntilTheEnd() throws Exception {
        int size = 20_000;
        RecordingListener listener = new RecordingListener();
        try (TestServer other = WebSocketServers.start(Mode.NO_EXECUTOR, WebSocketHandler.of(listener))) {
            String large = "X-Large: " + "x".repeat(size);
            WebSocketClient client = WebSocketServers.connect(other, large);
            assertThat(listener.next()).isEqualTo("open");

            Deadlines.await("no buffer is in use", () -> other.memory().taken() < 2 * size);
            assertThat(other.memory().taken()).isGreaterThan(size);
            assertThat(listener.session.requestHeaders().getFirst("X-large")).hasSize(size);
            assertThat(listener.session.requestHeaders()).containsKeys("Host", "X-large", "Upgrade");
            client.send(frames().close(1000, ""));
            assertThat(listener.next()).isEqualTo("close 1000");
            Deadlines.await("it counts no more", () -> other.memory().taken() < size);
        }
    }

    // ---- filters and authenticator

    @Test
    void comesAfterFiltersAndAuthenticator() throws Exception {
        RecordingListener listener = new RecordingListener();
        var codes = new CopyOnWriteArrayList<Integer>();
        try (TestServer guarded = TestServer.create(
                dev.ringer.testkit.Provider.RINGER,
                dev.ringer.testkit.Transport.current(),
                Mode.NO_EXECUTOR,
                Map.of())) {
            var context = guarded.context(WebSocketServers.PATH, WebSocketHandler.of(listener));
            context.getFilters().add(Filter.afterHandler("codes", exchange -> codes.add(exchange.getResponseCode())));
            context.setAuthenticator(new BasicAuthenticator("realm") {
                @Override
                public boolean checkCredentials(String name, String password) {
                    return password.equals("open sesame");
                }
            });
            guarded.start();
            try (RawClient stranger = guarded.connect()) {
                stranger.get(WebSocketServers.PATH, WebSocketClient.handshake());
                assertThat(stranger.readResponse().status()).isEqualTo(401);
            }
            String credentials = "Authorization: Basic YWxpOm9wZW4gc2VzYW1l";
            try (WebSocketClient client = WebSocketServers.connect(guarded, credentials, "X-Room: blue")) {
                assertThat(listener.next()).isEqualTo("open");
                assertThat(listener.session.principal().getUsername()).isEqualTo("ali");
                assertThat(listener.session.requestHeaders().getFirst("X-Room")).isEqualTo("blue");
                assertThat(listener.session.requestUri().getPath()).isEqualTo("/socket");
                assertThat(listener.session.remoteAddress().getPort())
                        .isEqualTo(client.raw().port());
                assertThat(listener.session.subprotocol()).isNull();
                listener.session.attributes().put("room", "blue");
                assertThat(listener.session.attributes()).containsEntry("room", "blue");
            }
        }
        assertThat(codes).contains(101);
    }

    private static String head(String... lines) throws IOException {
        try (RawClient client = server.connect()) {
            return client.get(WebSocketServers.PATH, lines).readUntil("\r\n\r\n");
        }
    }

    private static int status(String... lines) throws IOException {
        return refused("GET", lines).status();
    }

    private static Response refused(String method, String... lines) throws IOException {
        try (RawClient client = server.connect()) {
            return client.request(method, WebSocketServers.PATH, lines).readResponse(method);
        }
    }

    /** The handler goes on after the failure, so its exchange is still in progress. */
    @InModes
    void countsAsAnExchangeUntilItHasSucceeded(Mode mode) throws Exception {
        WebSocketHandler sockets = WebSocketHandler.of(new EchoListener());
        checkCounted(mode, exchange -> {
            exchange.getResponseHeaders().set("not a token", "x");
            assertThatIllegalArgumentException().isThrownBy(() -> sockets.handle(exchange));
        });
        checkCounted(mode, exchange -> {
            exchange.sendResponseHeaders(404, 0);
            assertThatIOException().isThrownBy(() -> sockets.handle(exchange));
        });
    }

    private static void checkCounted(Mode mode, HttpHandler failing) throws Exception {
        try (Gate gate = new Gate();
                TestServer server = WebSocketServers.start(
                        mode,
                        exchange -> {
                            failing.handle(exchange);
                            gate.pass();
                            exchange.close();
                        },
                        Map.of("ringer.maxExchanges", "1"))) {
            server.connect().get(WebSocketServers.PATH, WebSocketClient.handshake());
            gate.awaitArrival();
            RawClient other = server.connect();
            assertThat(other.get("/elsewhere").readResponse().status()).isEqualTo(503);
            gate.open();
            Deadlines.await("the exchange has ended", () -> isServed(other));
        }
    }

    private static boolean isServed(RawClient client) {
        try {
            return client.get("/elsewhere").readResponse().status() == 404;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
