package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.ShortestLimit;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.WebSocketClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.parallel.Execution;

@Execution(CONCURRENT) // the tests mostly wait
class PingTest {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final int SIZE = 8 << 20;

    private interface Sending {
        void on(WebSocketSession session) throws Exception;
    }

    /** Returns a listener that sends as soon as the WebSocket is open, and so before any ping. */
    private static RecordingListener listenerThatSends(Sending sending) {
        return new RecordingListener() {
            @Override
            public void onOpen(WebSocketSession opened) throws Exception {
                sending.on(opened);
                super.onOpen(opened);
            }
        };
    }

    @InModes
    void losesAHalfOpenConnection(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .pingInterval(SHORT)
                .pongTimeout(SHORT)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server)) {
            WebSocketClient.Frame ping = client.read();
            assertThat(ping.first()).isEqualTo(0x89);
            assertThat(ping.payload()).isEmpty();

            assertThat(client.raw().awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("close 1006");
        }
    }

    @InModes
    void keepsAConnectionThatAnswers(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .pingInterval(SHORT)
                .pongTimeout(Duration.ofSeconds(5))
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            for (int i = 0; i < 4; i++) {
                assertThat(client.read().first()).isEqualTo(0x89);
                client.send(frames().frame(0x8A, ""));
            }
            assertThat(listener.isSilent()).isTrue();
            assertThat(listener.session.isOpen()).isTrue();
        }
    }

    @InModes
    void goesOnAskingWhereNoAnswerIsDemanded(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .pingInterval(SHORT)
                .pongTimeout(Duration.ZERO)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server)) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.read().first()).isEqualTo(0x89);
                client.send(frames().frame(0x8A, ""));
            }
        }
    }

    /** Checks that the pong timeout begins when the ping has left, not while the ping waits behind unread data. */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void keepsAClientThatTakesLongToRead(Mode mode) throws Exception {
        ShortestLimit.find(SHORT, limit -> keepsAClientThatTakesLongToRead(mode, limit));
    }

    private static void keepsAClientThatTakesLongToRead(Mode mode, Duration time) throws Exception {
        RecordingListener listener = listenerThatSends(session -> session.sendBinary(ByteBuffer.allocate(SIZE)));
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .pingInterval(time)
                .pongTimeout(time)
                .maxPendingBytes(0)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");

            assertThat(listener.isSilentFor(time.multipliedBy(2))).isTrue();
            assertThat(client.read().payload()).hasSize(SIZE);
            assertThat(client.read().first()).isEqualTo(0x89);
            client.send(frames().frame(0x8A, "").text("here"));
            assertThat(listener.next()).isEqualTo("text here");
        }
    }

    /** Checks that the server awaits no pong while its close frame waits behind data that the client has not read. */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void letsAClientTakeWhatCameBeforeTheEnd(Mode mode) throws Exception {
        ShortestLimit.find(SHORT, limit -> letsAClientTakeWhatCameBeforeTheEnd(mode, limit));
    }

    private static void letsAClientTakeWhatCameBeforeTheEnd(Mode mode, Duration time) throws Exception {
        RecordingListener listener = listenerThatSends(session -> {
            session.sendBinary(ByteBuffer.allocate(SIZE));
            session.close(1000, "");
        });
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .pingInterval(time)
                .pongTimeout(time)
                .maxPendingBytes(0)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");

            assertThat(listener.isSilentFor(time.multipliedBy(3))).isTrue();
            assertThat(client.read().payload()).hasSize(SIZE);
            assertThat(client.read().closeCode()).isEqualTo(1000);
            client.send(frames().close(1000, ""));
            assertThat(listener.next()).isEqualTo("close 1000");
        }
    }

    @InModes
    void tellsOfPongsToPingsOfTheApplication(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            listener.session.sendPing(ByteBuffer.wrap(new byte[] {1, 2, 3}));

            WebSocketClient.Frame ping = client.read();
            assertThat(ping.first()).isEqualTo(0x89);
            client.send(frames().frame(0x8A, ping.payload()));
            assertThat(listener.next()).isEqualTo("pong 3");
        }
    }

    @InModes
    void answersAFewOneByOne(Mode mode) throws Exception {
        ClientFrames pings = frames();
        for (int i = 0; i < 10; i++) {
            pings.ping("" + i);
        }
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient client = WebSocketServers.connect(server).send(pings)) {
            for (int i = 0; i < 10; i++) {
                assertThat(client.read().text()).isEqualTo("" + i);
            }
        }
    }

    /** Checks that the server retains only the newest ping of a flood, if the client does not read the answers. */
    @InModes
    void answersTheNewestOfAFlood(Mode mode) throws Exception {
        int rounds = Ring.choose(16, 40);
        int each = 3000;
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            for (int round = 0; round < rounds; round++) {
                ClientFrames flood = frames();
                for (int i = 0; i < each; i++) {
                    flood.ping("%0125d".formatted(round * each + i));
                }
                client.raw().sendLarge(flood.bytes());
            }

            assertThat(server.memory().taken()).isLessThan(1 << 20);
            int answers = 0;
            String last;
            do {
                last = client.read().text();
                answers++;
            } while (Integer.parseInt(last) < rounds * each - 1);
            assertThat(answers).isLessThan(rounds * each);
        }
    }
}
