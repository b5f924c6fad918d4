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
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketClient;
import dev.ringer.testkit.WebSocketStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Timeout;

/**
 * Tests WebSockets that have ended: a stopping server does not wait for them, and their clients may reset their
 * streams.
 */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class EndedStreamsTest {
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int MANY = 1_200; // more resets than the server accepts within about 30 seconds

    /** Longer than any stop on a busy machine, but shorter than a stop that waits in vain for a client. */
    private static final Duration AT_ONCE = Duration.ofSeconds(30);

    private static final int GRACE_SECONDS = 45;

    private static TestServer start(Mode mode, WebSocketListener listener) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.current(), mode, Map.of("ringer.http2", "on"))
                .handle(WebSocketServers.PATH, WebSocketHandler.of(listener))
                .start();
    }

    private static Duration timeToStop(TestServer server) {
        long begin = System.nanoTime();
        server.server().stop(GRACE_SECONDS);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static WebSocketStream openAndClose(Http2Client client, int stream) throws IOException {
        WebSocketStream opened = WebSocketStream.open(client, stream, WebSocketServers.PATH);
        opened.send(frames().close(1000, ""));
        assertThat(opened.read().closeCode()).isEqualTo(1000);
        assertThat(opened.endsInOrder()).isTrue();
        return opened;
    }

    // ---- the end of the server

    @InModes
    void doNotDelayTheEndOfTheServerWhileTheirClientSendsNoEnd(Mode mode) throws Exception {
        try (TestServer server = start(mode, new EchoListener());
                Http2Client client = Http2Client.open(server)) {
            openAndClose(client, 1);
            openAndClose(client, 3);

            assertThat(timeToStop(server)).isLessThan(AT_ONCE);
            client.readToEnd();
            assertThat(client.goAwayStream()).isEqualTo(3);
            assertThat(client.soFar(3).resetCode()).isNegative();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void doNotDelayItOverHttp11Either(Mode mode) throws Exception {
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().close(1000, ""));
            assertThat(client.read().closeCode()).isEqualTo(1000);

            assertThat(timeToStop(server)).isLessThan(AT_ONCE);
        }
    }

    /** The same holds over HTTP/1.1, where the client's connection is already closed. */
    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void doNotDelayItForAListenerThatIsAtWorkForALostClient(Mode mode) throws Exception {
        try (Gate gate = new Gate();
                TestServer server = start(mode, new WebSocketListener() {
                    @Override
                    public void onText(WebSocketSession session, String message) throws Exception {
                        gate.pass();
                    }
                });
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream.open(client, 1, WebSocketServers.PATH).send(frames().text("busy"));
            gate.awaitArrival();
            client.reset(1).ping("is reset").await(Http2Frame.PING);

            assertThat(timeToStop(server)).isLessThan(AT_ONCE);
        }
    }

    /** Checks that an open WebSocket has time to answer the close frame, although another one has already ended. */
    @InModes
    void leaveTheOthersTheirTime(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, listener);
                Http2Client client = Http2Client.open(server)) {
            openAndClose(client, 1);
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("close 1000");
            WebSocketStream other = WebSocketStream.open(client, 3, WebSocketServers.PATH);
            assertThat(listener.next()).isEqualTo("open");
            Thread stopping = ThreadKind.PLATFORM.start(() -> server.server().stop(60));

            assertThat(other.read().closeCode()).isEqualTo(1001);
            assertThat(stopping.isAlive()).isTrue();
            other.send(frames().close(1001, ""));
            assertThat(listener.next()).isEqualTo("close 1001");
            assertThat(other.endsInOrder()).isTrue();
            stopping.join(Deadlines.PATIENCE.toMillis());
            assertThat(stopping.isAlive()).isFalse();
        }
    }

    // ---- resets

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void mayBeResetAsOftenAsTheyEndInOrder(Mode mode) throws Exception {
        try (TestServer server = start(mode, new EchoListener());
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 2 * MANY; stream += 2) {
                openAndClose(client, stream);
                client.reset(stream);
            }

            assertThat(client.ping("is there").await(Http2Frame.PING).text()).isEqualTo("is there");
            assertThat(client.goAwayCode()).isEqualTo(-1);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void mayNotBeResetAgainAndAgainInsteadOfAnEnd(Mode mode) throws Exception {
        try (TestServer server = start(mode, new EchoListener());
                Http2Client client = Http2Client.open(server)) {
            try {
                for (int stream = 1; stream < 4 * MANY; stream += 2) { // resets of refused streams do not count
                    byte[] handshake = WebSocketStream.handshake(WebSocketServers.PATH);
                    WebSocketStream.ask(client, stream, handshake).status();
                    client.reset(stream);
                }
            } catch (EOFException | SocketException closed) {
                // expected
            }

            assertThat(client.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }
}
