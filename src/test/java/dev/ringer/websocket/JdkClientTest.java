package dev.ringer.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Tests WebSockets with the JDK's own client. */
@OnlyInTheClear("the client trusts no certificate of a test's")
class JdkClientTest {
    /** Records what the client receives: one line for each message. */
    private static final class Heard implements WebSocket.Listener {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private int octets;

        String next() throws InterruptedException {
            return lines.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                lines.add(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
            octets += data.remaining();
            if (last) {
                lines.add(octets + " octets");
                octets = 0;
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer message) {
            lines.add("pong " + message.remaining());
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
            lines.add("close " + code + " " + reason);
            return null;
        }
    }

    @InModes
    void talks(Mode mode) throws Exception {
        RecordingListener closed = new RecordingListener();
        WebSocketListener echo = new EchoListener() {
            @Override
            public void onClose(WebSocketSession session, int code, String reason) throws Exception {
                closed.onClose(session, code, reason);
            }
        };
        WebSocketHandler handler = WebSocketHandler.builder(echo)
                .subprotocols("superchat", "chat")
                .compression(true)
                .build();
        Heard heard = new Heard();
        try (TestServer server = WebSocketServers.start(mode, handler)) {
            WebSocket client = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .subprotocols("chat", "superchat")
                    .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + WebSocketServers.PATH), heard)
                    .get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);

            assertThat(client.getSubprotocol()).isEqualTo("superchat");
            client.sendText("Grüß ", false).join();
            client.sendText("Gott", true).join();
            assertThat(heard.next()).isEqualTo("Grüß Gott");
            client.sendBinary(ByteBuffer.allocate(1_000_000), true).join();
            assertThat(heard.next()).isEqualTo("1000000 octets");
            client.sendPing(ByteBuffer.allocate(7)).join();
            assertThat(heard.next()).isEqualTo("pong 7");
            client.sendClose(WebSocket.NORMAL_CLOSURE, "done").join();
            assertThat(heard.next()).isEqualTo("close 1000 ");
            assertThat(closed.next()).isEqualTo("close 1000 done");
        }
    }
}
