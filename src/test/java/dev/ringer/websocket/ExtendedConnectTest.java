package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketStream;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the handshake over HTTP/2 (RFC 8441): its announcement, its rules, and the answers of other handlers. */
@Timeout(60)
class ExtendedConnectTest {
    private static final String[] VERSION = {"sec-websocket-version", "13"};
    private static final int ENABLE_CONNECT_PROTOCOL = 8;
    private static final int PROTOCOL_ERROR = 1;

    private static TestServer server;
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        WebSocketHandler handler = WebSocketHandler.builder(new EchoListener())
                .subprotocols("v2.chat", "v1.chat")
                .origins("https://friend.example")
                .compression(true)
                .build();
        server = http2Server(Mode.FIXED_POOL)
                .handle("/plain", exchange -> {
                    exchange.getResponseHeaders().set("Content-Length", "5");
                    exchange.sendResponseHeaders(200, 5);
                    exchange.getResponseBody().write("plain".getBytes());
                    exchange.close();
                })
                .handle("/refusing", exchange -> {
                    exchange.sendResponseHeaders(404, 7);
                    exchange.getResponseBody().write("nowhere".getBytes());
                    exchange.close();
                })
                .handle("/reading", exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(200, -1);
                });
        server.context(WebSocketServers.PATH, handler).getFilters().add(Filter.beforeHandler("", exchange -> {
            SEEN.add(exchange.getProtocol() + " " + exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().get("Upgrade")
                    + exchange.getRequestHeaders().get("Connection")
                    + exchange.getRequestHeaders().get("Host"));
        }));
        server.start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static TestServer http2Server(Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.current(), mode, Map.of("ringer.http2", "on"));
    }

    // ---- the announcement

    /** A server without WebSockets announces nothing, as its application may upgrade HTTP/1.1 connections itself. */
    @Test
    void isAnnouncedWhereThereAreWebSocketsAndNowhereElse() {
        String output = JavaCommand.java(
                        "-Dringer.http2=on",
                        "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                        "-cp",
                        String.join(File.pathSeparator, "target/classes", "target/test-classes"),
                        SettingsMain.class.getName())
                .output();

        assertThat(output)
                .contains("page ")
                .doesNotContain("page " + ENABLE_CONNECT_PROTOCOL + " ")
                .contains("websocket " + ENABLE_CONNECT_PROTOCOL + " 1");
    }

    // ---- the answer

    @Test
    void answersAsTheRfcDoes() throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = WebSocketStream.open(client, 1, WebSocketServers.PATH);

            assertThat(stream.answer().value("sec-websocket-accept")).isEmpty();
            assertThat(stream.answer().value("sec-websocket-protocol")).isEmpty();
            assertThat(stream.answer().value("content-length")).isEmpty();
            assertThat(stream.send(frames().text("hello")).read().text()).isEqualTo("hello");
            assertThat(stream.send(frames().close(1000, "")).read().closeCode()).isEqualTo(1000);
            stream.end();
            assertThat(stream.endsInOrder()).isTrue();
        }
    }

    @Test
    void agreesOnSubprotocolAndCompression() throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = WebSocketStream.open(
                    client,
                    1,
                    WebSocketServers.PATH,
                    "sec-websocket-protocol",
                    "v1.chat, v2.chat",
                    "sec-websocket-extensions",
                    "permessage-deflate",
                    "origin",
                    "https://friend.example");

            assertThat(stream.answer().value("sec-websocket-protocol")).contains("v2.chat");
            assertThat(stream.answer().value("sec-websocket-extensions").orElse(""))
                    .startsWith("permessage-deflate");
        }
    }

    /** Checks that filters see the same request as over HTTP/1.1, and so let the same handshakes pass. */
    @Test
    void looksToHandlersAsOverHttp11() throws Exception {
        SEEN.clear();
        try (Http2Client client = Http2Client.open(server)) {
            WebSocketStream.open(client, 1, WebSocketServers.PATH + "?room=1");
        }
        assertThat(SEEN).containsExactly("HTTP/2.0 GET /socket?room=1 [websocket][Upgrade][test]");
    }

    @Test
    void isRefusedAsOverHttp11() throws Exception {
        assertThat(statusOf("origin", "https://evil.example", VERSION[0], VERSION[1]))
                .isEqualTo(403);
        assertThat(statusOf("sec-websocket-version", "8")).isEqualTo(426);
        assertThat(statusOf()).isEqualTo(400);
        assertThat(statusOf(VERSION[0], VERSION[1], VERSION[0], VERSION[1])).isEqualTo(400);
        assertThat(statusOf(VERSION[0], VERSION[1], "sec-websocket-extensions", "permessage-deflate; =1"))
                .isEqualTo(400);
        assertThat(statusOf(VERSION[0], VERSION[1], "content-length", "5")).isEqualTo(400);
    }

    private static int statusOf(String... fields) throws IOException {
        String[] all = new String[10 + fields.length];
        System.arraycopy(
                new String[] {
                    ":method",
                    "CONNECT",
                    ":protocol",
                    "websocket",
                    ":scheme",
                    "https",
                    ":path",
                    WebSocketServers.PATH,
                    ":authority",
                    "test"
                },
                0,
                all,
                0,
                10);
        System.arraycopy(fields, 0, all, 10, fields.length);
        try (Http2Client client = Http2Client.open(server)) {
            return WebSocketStream.ask(client, 1, Http2Client.block(all)).status();
        }
    }

    @Test
    void refusesAStreamThatHasEnded() throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            client.whole(1, WebSocketStream.handshake(WebSocketServers.PATH));

            assertThat(client.answer(1).status()).isEqualTo(400);
        }
    }

    @Test
    void refusesOtherTunnels() throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            client.whole(1, Http2Client.block(":method", "CONNECT", ":authority", "test:443"));
            client.whole(3, handshakeWith(":protocol", "connect-udp"));

            assertThat(client.answer(1).status()).isEqualTo(501);
            assertThat(client.answer(3).status()).isEqualTo(501);
            assertThat(client.whole(5, handshakeWith(":protocol", "WebSocket"))
                            .answer(5)
                            .status())
                    .isEqualTo(400); // because the stream has ended, not because of the name
        }
    }

    private static byte[] handshakeWith(String... fields) {
        String[] all = new String[10 + fields.length - 2];
        System.arraycopy(
                new String[] {
                    ":method", "CONNECT", ":scheme", "https", ":path", WebSocketServers.PATH, ":authority", "test"
                },
                0,
                all,
                0,
                8);
        System.arraycopy(fields, 0, all, 8, fields.length);
        return Http2Client.block(all);
    }

    @Test
    void resetsWhatIsMalformed() throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            String[] protocol = {":protocol", "websocket"};
            client.whole(1, Http2Client.request("GET", "/socket", protocol));
            client.whole(3, block("CONNECT", ":scheme", "https", ":authority", "test"));
            client.whole(5, block("CONNECT", ":path", "/socket", ":authority", "test"));
            client.whole(7, handshakeWith(":protocol", "websocket", ":protocol", "websocket"));

            for (int stream = 1; stream < 9; stream += 2) {
                assertThat(client.answer(stream).resetCode()).isEqualTo(PROTOCOL_ERROR);
            }
        }
    }

    private static byte[] block(String method, String... fields) {
        String[] all = new String[4 + fields.length];
        System.arraycopy(new String[] {":method", method, ":protocol", "websocket"}, 0, all, 0, 4);
        System.arraycopy(fields, 0, all, 4, fields.length);
        return Http2Client.block(all);
    }

    /** Checks that other handlers cannot accept a handshake: any page's script could then read their responses. */
    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/reading"})
    void isNotAgreedToByOtherHandlers(String path) throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = WebSocketStream.ask(client, 1, WebSocketStream.handshake(path));
            stream.end();

            assertThat(client.answer(1).complete()).isTrue();
            assertThat(stream.status()).isEqualTo(501);
            assertThat(client.get(3, "/plain").answer(3).text()).isEqualTo("plain");
        }
    }

    @Test
    void isRefusedByOtherHandlersInTheirOwnWords() throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            WebSocketStream.ask(client, 1, WebSocketStream.handshake("/refusing"));
            WebSocketStream.ask(client, 3, WebSocketStream.handshake("/nowhere"));

            assertThat(client.answer(1).status()).isEqualTo(404);
            assertThat(client.answer(1).text()).isEqualTo("nowhere");
            assertThat(client.answer(3).status()).isEqualTo(404);
        }
    }

    /** Checks that the handler fails if another thread already reads the request body, which carries the frames. */
    @Test
    void failsWhereAnotherThreadReads() throws Exception {
        BlockingQueue<Object> outcome = new LinkedBlockingQueue<>();
        WebSocketHandler handler = WebSocketHandler.of(new EchoListener());
        try (TestServer disturbed = http2Server(Mode.FIXED_POOL)
                        .handle("/disturbed", exchange -> {
                            Thread reader = ThreadKind.PLATFORM.start(() -> read(exchange));
                            Deadlines.await("it reads", () -> isWaiting(reader));
                            try {
                                handler.handle(exchange);
                                outcome.add("success");
                            } catch (IOException e) {
                                outcome.add(e);
                                throw e;
                            }
                        })
                        .start();
                Http2Client client = Http2Client.open(disturbed)) {
            WebSocketStream.ask(client, 1, WebSocketStream.handshake("/disturbed"));

            assertThat(outcome.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isInstanceOf(IOException.class);
            assertThat(client.answer(1).resetCode()).isNotNegative();
        }
    }

    private static void read(HttpExchange exchange) {
        try {
            exchange.getRequestBody().read();
        } catch (IOException expected) {
            // the server resets the stream
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void takesFramesThatCameBeforeItsAnswer() throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = WebSocketStream.ask(client, 1, WebSocketStream.handshake(WebSocketServers.PATH));
            stream.send(frames().text("early"));

            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.read().text()).isEqualTo("early");
        }
    }
}
