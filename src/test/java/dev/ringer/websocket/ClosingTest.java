package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.ShortestLimit;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.WebSocketClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.parallel.Execution;

@Execution(CONCURRENT) // these tests wait more than they compute
class ClosingTest {
    private static final int FRAME_HEAD = 10; // bytes before the payload of a long message
    private static final Duration SHORT = Duration.ofMillis(100);

    @InModes
    void answersACloseFrameAndEndsTheStream(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().close(1000, "bye"));

            assertThat(client.read().closeCode()).isEqualTo(1000);
            assertThat(client.raw().awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("close 1000 bye");
            assertThat(listener.session.isOpen()).isFalse();
            assertThatIOException().isThrownBy(() -> listener.session.sendText("late"));
            assertThat(listener.session.trySendText("late")).isFalse();
        }
    }

    /**
     * Checks that the session stays open until the listener has answered all messages before the close frame or the
     * fault.
     */
    @InModes
    void letsAListenerAnswerWhatCameBeforeTheEnd(Mode mode) throws Exception {
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient leaving = WebSocketServers.connect(server);
                WebSocketClient wrong = WebSocketServers.connect(server)) {
            leaving.send(frames().text("a").text("b").close(1001, ""));
            wrong.send(frames().text("a").text("b").raw("81 01 41"));

            for (WebSocketClient client : java.util.List.of(leaving, wrong)) {
                assertThat(client.read().text()).isEqualTo("a");
                assertThat(client.read().text()).isEqualTo("b");
            }
            assertThat(leaving.read().closeCode()).isEqualTo(1001);
            assertThat(wrong.read().closeCode()).isEqualTo(1002);
        }
    }

    /** Checks that a busy listener delays the close frame to its client only until the close timeout expires. */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void tellsAClientWhoseListenerIsBusy(Mode mode) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onText(WebSocketSession session, String message) {
                Deadlines.await(go);
            }
        };
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).closeTimeout(SHORT).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().text("a").close(1001, ""));

            assertThat(client.read().closeCode()).isEqualTo(1001);
            go.countDown();
        }
    }

    /** The client sends its close frame in time, but the server does not read it while the listener is busy. */
    @InModes(Mode.FIXED_POOL)
    void doesNotBlameAClientForABusyListener(Mode mode) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        RecordingListener listener = new RecordingListener() {
            @Override
            public void onBinary(WebSocketSession of, ByteBuffer message) throws Exception {
                begun.countDown();
                Deadlines.await(go);
                super.onBinary(of, message);
            }
        };
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).closeTimeout(SHORT).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(
                    frames().binary(new byte[100_000]).binary(new byte[100_000]).close(1000, "bye"));
            Deadlines.await(begun);
            listener.session.close(1000, "");
            assertThat(client.read().closeCode()).isEqualTo(1000);

            assertThat(client.raw().awaitEnd(Deadlines.QUIET)).isEqualTo(Fate.SILENT);
            go.countDown();
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("binary 100000");
            assertThat(listener.next()).isEqualTo("binary 100000");
            assertThat(listener.next()).isEqualTo("close 1000 bye");
        }
    }

    /** Checks that the close timeout starts again whenever the client has read something. */
    @InModes(Mode.NO_EXECUTOR)
    void letsAClientThatClosesTakeWhatIsPending(Mode mode) throws Exception {
        ShortestLimit.find(SHORT.multipliedBy(3), limit -> letsAClientThatClosesTakeWhatIsPending(mode, limit));
    }

    private static void letsAClientThatClosesTakeWhatIsPending(Mode mode, Duration time) throws Exception {
        int size = 16 << 20;
        int slice = 256 * 1024;
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .maxPendingBytes(0)
                .closeTimeout(time)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");
            listener.session.sendBinary(ByteBuffer.allocate(size));
            client.send(frames().close(1000, ""));
            assertThat(listener.next()).isEqualTo("close 1000");

            int left = size + FRAME_HEAD;
            for (int i = 0; i < 24; i++) { // for more than twice the timeout
                assertThat(listener.isSilentFor(time.dividedBy(10))).isTrue();
                assertThat(client.raw().stream().readNBytes(slice)).hasSize(slice);
                left -= slice;
            }
            assertThat(client.raw().stream().readNBytes(left)).hasSize(left);
            assertThat(client.read().closeCode()).isEqualTo(1000);
        }
    }

    @InModes
    void tellsOfACloseFrameWithoutCode(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().frame(0x88, ""));

            assertThat(client.read().closeCode()).isEqualTo(1005);
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("close 1005");
        }
    }

    @InModes
    void closesBehindWhatIsPending(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            listener.session.sendText("x".repeat(500_000));
            listener.session.close(3000, "enough");
            listener.session.close(3001, "again");

            assertThat(client.read().payload()).hasSize(500_000);
            assertThat(client.read().closeCode()).isEqualTo(3000);
            client.send(frames().text("crossed it").close(3000, ""));
            assertThat(listener.next()).isEqualTo("text crossed it");
            assertThat(listener.next()).isEqualTo("close 3000");
            assertThat(client.raw().awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void tellsOnceOfALostConnection(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener))) {
            WebSocketClient client = WebSocketServers.connect(server).send(frames().text("a"));
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("text a");
            client.raw().reset();

            assertThat(listener.next()).isEqualTo("close 1006");
            server.settle();
            assertThat(listener.isSilent()).isTrue();
        }
    }

    @InModes
    void abortsWithoutACloseFrame(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            listener.session.abort();

            assertThat(client.raw().awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(listener.next()).isEqualTo("close 1006");
        }
    }

    /** Faults of a client that the test of the frame reader does not cover. */
    private enum Fault {
        UNMASKED(1002, frames().raw("81 01 41")),
        LENGTH_OF_2_TO_THE_62(1009, frames().raw("82 FF 40 00 00 00 00 00 00 00 01 02 03 04")),
        TOP_BIT(1002, frames().raw("82 FF 80 00 00 00 00 00 00 00 01 02 03 04")),
        COMPRESSED_WITHOUT_AGREEMENT(1002, frames().frame(0xC1, "a")),
        TEXT_THAT_IS_LATIN_1(1007, frames().frame(0x81, new byte[] {'a', (byte) 0xfc, 'b'})),
        TEXT_CUT_IN_A_CHARACTER(1007, frames().frame(0x81, new byte[] {(byte) 0xe2, (byte) 0x82})),
        WRONG_OCTET_BEFORE_THE_END(1007, frames().head(0x01, 10).masked(new byte[] {(byte) 0xf5})),
        CLOSE_OF_ONE_OCTET(1002, frames().frame(0x88, new byte[1])),
        CLOSE_WITH_1005(1002, frames().close(1005, "")),
        CLOSE_WITH_LATIN_1(1007, frames().frame(0x88, ClientFrames.closePayload(1000, new byte[] {(byte) 0xfc}))),
        TOO_BIG(1009, frames().head(0x82, 100_001)),
        TOO_BIG_IN_FRAGMENTS(1009, frames().frame(0x02, new byte[60_000]).frame(0x00, new byte[40_001]));

        private final int code;
        private final ClientFrames frames;

        Fault(int code, ClientFrames frames) {
            this.code = code;
            this.frames = frames;
        }
    }

    @InModes(Mode.FIXED_POOL)
    void tellsAClientAtFaultWhy(Mode mode) throws Exception {
        for (Fault fault : Fault.values()) {
            tellsAClientAtFaultWhy(mode, fault);
        }
    }

    private static void tellsAClientAtFaultWhy(Mode mode, Fault fault) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxMessageBytes(100_000).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().text("before")).send(fault.frames);

            WebSocketClient.Frame close = client.read();
            assertThat(close.closeCode()).as("%s", fault).isEqualTo(fault.code);
            assertThat(client.raw().awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("text before");
            assertThat(listener.next()).startsWith("error ");
            assertThat(listener.next()).as("%s", fault).startsWith("close " + fault.code);
        }
    }

    @InModes
    void endsASessionWhoseListenerThrows(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener() {
            @Override
            public void onText(WebSocketSession of, String message) throws Exception {
                super.onText(of, message);
                throw new IllegalStateException("on purpose");
            }
        };
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().text("a").text("b"));

            assertThat(client.read().closeCode()).isEqualTo(1011);
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("text a");
            assertThat(listener.next()).isEqualTo("error on purpose");
            assertThat(listener.next()).isEqualTo("close 1011");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void refusesToSendWhatMayNotBeSent(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            for (int code : new int[] {0, 999, 1004, 1005, 1006, 1015, 2000, 5000}) {
                assertThatIllegalArgumentException().isThrownBy(() -> listener.session.close(code, ""));
            }
            assertThatIllegalArgumentException().isThrownBy(() -> listener.session.close(1000, "ü".repeat(62)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> listener.session.sendPing(java.nio.ByteBuffer.allocate(126)));
            listener.session.close(1000, "ü".repeat(61));

            assertThat(client.read().closeCode()).isEqualTo(1000);
        }
    }

    @InModes
    void saysGoodbyeWhenTheServerStops(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient first = WebSocketServers.connect(server);
                WebSocketClient second = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("open");
            CountDownLatch stopped = new CountDownLatch(1);
            ThreadKind.PLATFORM.start(() -> {
                server.server().stop(60);
                stopped.countDown();
            });

            assertThat(first.read().closeCode()).isEqualTo(1001);
            assertThat(second.read().closeCode()).isEqualTo(1001);
            first.send(frames().close(1001, ""));
            second.send(frames().close(1001, ""));
            Deadlines.await(stopped);
            assertThat(listener.next()).isEqualTo("close 1001");
            assertThat(listener.next()).isEqualTo("close 1001");
        }
    }

    @InModes
    void letsACloseFrameBeReadBehindUnreadInput(Mode mode) throws Exception {
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new RecordingListener()));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.raw()
                    .sendAsFarAsPossible(
                            frames().raw("81 01 41").binary(new byte[200_000]).bytes());

            assertThat(client.read().closeCode()).isEqualTo(1002);
        }
    }
}
