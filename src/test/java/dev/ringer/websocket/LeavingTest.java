package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.WebSocketClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Tests the memory that a WebSocket retains after its client's close frame: how long, and that it counts. */
class LeavingTest {
    private static final int SIZE = 16 << 20;
    private static final Map<String, String> LITTLE_MEMORY = Map.of("ringer.maxBufferedMemory", "1048576");

    private volatile long pendingAtTheEnd;

    private final RecordingListener listener = new RecordingListener() {
        @Override
        public void onClose(WebSocketSession of, int code, String reason) throws Exception {
            pendingAtTheEnd = of.pendingBytes();
            super.onClose(of, code, reason);
        }
    };

    private void leaveWithoutReading(WebSocketClient client) throws Exception {
        assertThat(listener.next()).isEqualTo("open");
        listener.session.sendBinary(ByteBuffer.allocate(SIZE));
        client.send(frames().close(1000, ""));
        assertThat(listener.next()).isEqualTo("close 1000");
        assertThat(pendingAtTheEnd).isGreaterThan(SIZE);
    }

    /** The client gets the close timeout twice: while the listener handles the close, and for the close frame. */
    @InModes(Mode.FIXED_POOL)
    void cutsOffAClientThatLeavesAndTakesNothing(Mode mode) throws Exception {
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .maxPendingBytes(0)
                .closeTimeout(Duration.ofMillis(150))
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            leaveWithoutReading(client);

            Deadlines.await("nothing is pending", () -> listener.session.pendingBytes() == 0);
        }
    }

    @InModes
    void letsAClientGoThatLeavesAndTakesNothing(Mode mode) throws Exception {
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(0).build();
        Map<String, String> properties = Map.of("ringer.maxBufferedMemory", "" + 2 * SIZE);
        try (TestServer server = WebSocketServers.start(mode, handler, properties);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            leaveWithoutReading(client);
            WebSocketServers.awaitEviction(server, 2 * SIZE);

            Deadlines.await("nothing is pending", () -> listener.session.pendingBytes() == 0);
        }
    }

    /** Checks that a message counts while its listener runs, even if the connection is in its lingering close. */
    @InModes({Mode.CACHED_POOL, Mode.VIRTUAL})
    void countsWhatAListenerAtWorkHolds(Mode mode) throws Exception {
        int count = 10;
        int size = 60_000;
        CountDownLatch begun = new CountDownLatch(count);
        CountDownLatch go = new CountDownLatch(1);
        WebSocketListener busy = new WebSocketListener() {
            @Override
            public void onBinary(WebSocketSession session, ByteBuffer message) {
                session.close(1000, "");
                begun.countDown();
                Deadlines.await(go);
            }
        };
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(busy), LITTLE_MEMORY)) {
            for (int i = 0; i < count; i++) {
                WebSocketClient client = WebSocketServers.connect(server);
                client.send(frames().binary(new byte[size]));
                assertThat(client.read().closeCode()).isEqualTo(1000);
                client.send(frames().close(1000, ""));
                assertThat(client.raw().awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            }
            Deadlines.await(begun);

            assertThat(server.memory().taken()).isBetween((long) count * size, (1L << 20) - 1);
            go.countDown();
            Deadlines.await("they hold nothing any more", () -> server.memory().taken() == 0);
        }
    }
}
