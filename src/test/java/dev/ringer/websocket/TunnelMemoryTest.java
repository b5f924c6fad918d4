package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Timeout;

/** Tests idle WebSockets over HTTP/2: their heads count, and they enlarge the connection's window only once. */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class TunnelMemoryTest {
    private static final int FIRST_WINDOW = 65_535;
    private static final int WINDOW = 256 * 1024;
    private static final int LOAN = 64 * 1024;
    private static final int STREAMS = 12;
    private static final int PART = 16_000; // four of these fit into a stream's window
    private static final int LARGE = 10_000;
    private static final int SMALL_CONTEXT = 4_096;

    private int mayCome = FIRST_WINDOW; // octets that the server allows on the connection in all

    private static TestServer start(Mode mode, Gate gate, WebSocketListener listener) throws IOException {
        Map<String, String> properties = Map.of("ringer.http2", "on", "ringer.http2.window", Integer.toString(WINDOW));
        return TestServer.create(Provider.RINGER, Transport.current(), mode, properties)
                .handle(WebSocketServers.PATH, WebSocketHandler.of(listener))
                .handle("/stuck", exchange -> {
                    gate.pass();
                    exchange.close();
                })
                .start();
    }

    // ---- the window

    /** Checks that unread uploads fill the connection's window. A silent WebSocket enlarges it once at most. */
    @InModes
    void aSilentOneDoesNotLiftTheWindowOfItsConnection(Mode mode) throws Exception {
        Gate gate = new Gate();
        try (TestServer server = start(mode, gate, new EchoListener());
                Http2Client client = Http2Client.open(server);
                gate) {
            note(client.await(Http2Frame.WINDOW_UPDATE));
            WebSocketStream silent = WebSocketStream.open(client, 1, WebSocketServers.PATH);
            int sent = 0;
            for (int stream = 3; stream < 3 + 2 * STREAMS; stream += 2) {
                client.head(stream, "POST", "/stuck");
                for (int part = 0; part < 4; part++) {
                    awaitRead(client);
                    if (sent + PART <= mayCome) {
                        client.send(Http2Frame.DATA, 0, stream, new byte[PART]);
                        sent += PART;
                    }
                }
            }
            awaitRead(client);
            assertThat(sent).isGreaterThan(WINDOW - PART);
            assertThat(mayCome).isLessThanOrEqualTo(WINDOW + LOAN);

            silent.send(frames().binary(new byte[1_000])); // these octets enlarge the window
            awaitRead(client);
            assertThat(mayCome).isGreaterThan(WINDOW + LOAN);
            gate.open(); // before this, the WebSocket's listener may have no thread
            assertThat(silent.read().payload()).hasSize(1_000);
        }
    }

    /** Checks that a silent WebSocket can answer a close frame even if uploads have filled the connection's window. */
    @InModes
    void aSilentOneMayAnswer(Mode mode) throws Exception {
        Gate gate = new Gate();
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, gate, listener);
                Http2Client client = Http2Client.open(server);
                gate) {
            note(client.await(Http2Frame.WINDOW_UPDATE));
            WebSocketStream silent = WebSocketStream.open(client, 1, WebSocketServers.PATH);
            assertThat(listener.next()).isEqualTo("open");
            int sent = 0;
            for (int stream = 3; stream < 3 + 2 * STREAMS; stream += 2) {
                client.head(stream, "POST", "/stuck");
                for (int part = 0; part < 4; part++) {
                    awaitRead(client);
                    int size = Math.min(PART, mayCome - sent);
                    client.send(Http2Frame.DATA, 0, stream, new byte[size]);
                    sent += size;
                }
            }
            awaitRead(client);
            assertThat(mayCome).isEqualTo(sent);

            listener.session.close(1001, "");

            while (mayCome == sent) {
                note(client.read());
            }
            silent.send(frames().close(1001, ""));
            gate.open(); // before this, the WebSocket's listener may have no thread
            assertThat(listener.next()).isEqualTo("close 1001");
        }
    }

    private void awaitRead(Http2Client client) throws IOException {
        client.ping("all read");
        for (Http2Frame frame = client.read(); frame.type() != Http2Frame.PING; frame = client.read()) {
            note(frame);
        }
    }

    private void note(Http2Frame frame) {
        if (frame.type() == Http2Frame.WINDOW_UPDATE && frame.stream() == 0) {
            mayCome += frame.number(0);
        }
    }

    // ---- memory

    /** Checks that the head counts twice: in the exchange, which filters may still read, and in the session's copy. */
    @InModes
    void aLargeHeadCountsForAsLongAsItsWebSocketLasts(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, new Gate(), listener);
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream =
                    WebSocketStream.open(client, 3, WebSocketServers.PATH, "x-large", "x".repeat(LARGE));
            assertThat(listener.next()).isEqualTo("open");

            Deadlines.await("no buffer is in use", () -> server.memory().taken() <= 2L * LARGE + SMALL_CONTEXT);
            assertThat(server.memory().taken()).isGreaterThanOrEqualTo(2L * LARGE);
            assertThat(listener.session.requestHeaders().getFirst("X-Large")).hasSize(LARGE);

            close(stream);
            assertThat(listener.next()).isEqualTo("close 1000");
            Deadlines.await("it is given back", () -> server.memory().taken() <= SMALL_CONTEXT);
        }
    }

    private static void close(WebSocketStream stream) throws IOException {
        stream.send(frames().close(1000, "")).end();
        assertThat(stream.read().closeCode()).isEqualTo(1000);
        assertThat(stream.endsInOrder()).isTrue();
    }
}
