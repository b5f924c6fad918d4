package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Allocation;
import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.ShortestLimit;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.WebSocketClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.parallel.Execution;

@Execution(CONCURRENT) // these tests wait more than they compute
class BackPressureTest {
    private static final int COUNT = Ring.choose(100, 200);
    private static final int SIZE = 64 * 1024;

    @InModes
    void letsASenderWaitForASlowClient(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(2 * SIZE).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");
            WebSocketSession session = listener.session;
            Thread sender = ThreadKind.PLATFORM.start(() -> sendAll(session));

            Deadlines.await("the sender waits", () -> sender.getState() == Thread.State.WAITING);
            assertThat(session.pendingBytes()).isBetween((long) SIZE, 2L * SIZE);
            assertThat(session.trySendText("x".repeat(SIZE))).isFalse();
            assertThat(session.trySendBinary(ByteBuffer.allocate(SIZE))).isFalse();
            for (int i = 0; i < COUNT; i++) {
                assertThat(client.read().payload()[SIZE - 1]).isEqualTo((byte) i);
            }
            sender.join(Deadlines.PATIENCE.toMillis());
            assertThat(sender.isAlive()).isFalse();
        }
    }

    private static void sendAll(WebSocketSession session) {
        try {
            for (int i = 0; i < COUNT; i++) {
                byte[] message = new byte[SIZE];
                message[SIZE - 1] = (byte) i;
                session.sendBinary(ByteBuffer.wrap(message));
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Otherwise a large message could wait forever while small messages of other senders take the room. */
    @InModes
    void letsNoSmallMessageTakeTheRoomOfALargeOne(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(2 * SIZE).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");
            WebSocketSession session = listener.session;
            Thread sender = ThreadKind.PLATFORM.start(() -> sendAll(session));
            Deadlines.await("the sender waits", () -> sender.getState() == Thread.State.WAITING);
            int small = 0;
            while (session.trySendText("x")) { // the system's send buffer may have room
                small++;
            }

            assertThat(small).isLessThan(1000); // the limit has room for 21,000
            for (int large = 0; large < COUNT; ) {
                large += client.read().payload().length == SIZE ? 1 : 0;
            }
            Deadlines.await("there is room again", () -> session.trySendText("x"));
        }
    }

    /** In a broadcast, a slow client's session refuses most messages. Such a refusal must cost almost nothing. */
    @InModes(Mode.NO_EXECUTOR)
    void preparesNoMessageThatHasNoRoom(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .maxPendingBytes(SIZE)
                .compression(true)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketClient.open(
                        server.connectNarrow(),
                        WebSocketServers.PATH,
                        "Sec-WebSocket-Extensions: permessage-deflate")) {
            assertThat(listener.next()).isEqualTo("open");
            byte[] noise = new byte[SIZE / 2];
            new java.util.Random(3).nextBytes(noise);
            while (listener.session.trySendBinary(ByteBuffer.wrap(noise)) || listener.session.pendingBytes() == 0) {
                assertThat(listener.isSilentFor(Duration.ofMillis(5))).isTrue(); // until the system's buffers are full
            }
            String text = "x".repeat(SIZE);

            Allocation.assertAtMost(
                    1000, () -> assertThat(listener.session.trySendText(text)).isFalse());
            Allocation.assertAtMost(
                    1000,
                    () -> assertThat(listener.session.trySendBinary(ByteBuffer.wrap(noise)))
                            .isFalse());
            assertThat(client).isNotNull();
        }
    }

    @InModes
    void letsAListenerSendMoreThanItsClientTakes(Mode mode) throws Exception {
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onOpen(WebSocketSession session) {
                sendAll(session);
            }
        };
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(1).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            for (int i = 0; i < COUNT; i++) {
                assertThat(client.read().payload()[SIZE - 1]).isEqualTo((byte) i);
            }
        }
    }

    @InModes
    void wakesASenderWhoseSessionIsAborted(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(SIZE).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");
            AtomicReference<Throwable> end = new AtomicReference<>();
            Thread sender = ThreadKind.PLATFORM.start(() -> {
                try {
                    sendAll(listener.session);
                } catch (RuntimeException e) {
                    end.set(e.getCause());
                }
            });
            Deadlines.await("the sender waits", () -> sender.getState() == Thread.State.WAITING);
            listener.session.abort();

            Deadlines.await("the sender is told", () -> end.get() != null);
            assertThat(end.get()).isInstanceOf(IOException.class);
            Deadlines.await("nothing is pending", () -> listener.session.pendingBytes() == 0);
            assertThat(client).isNotNull();
        }
    }

    @InModes
    void cutsOffAClientThatTakesNothing(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        Map<String, String> properties = Map.of("ringer.writeStallTimeout", "150 ms");
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener), properties);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");
            Thread sender = ThreadKind.PLATFORM.start(() -> sendAll(listener.session));
            sender.setUncaughtExceptionHandler((thread, expected) -> {});

            assertThat(listener.next()).isEqualTo("close 1006");
            sender.join(Deadlines.PATIENCE.toMillis());
            assertThat(sender.isAlive()).isFalse();
            assertThat(client).isNotNull();
        }
    }

    /**
     * A full socket becomes writable only when much of its buffer is free. A slow client may need longer than the write
     * stall timeout to free that much.
     */
    @InModes
    @Needs(Ability.WRITES_OF_A_LITTLE)
    void keepsAClientThatTakesALittle(Mode mode) throws Exception {
        ShortestLimit.find(Duration.ofMillis(300), limit -> keepsAClientThatTakesALittle(mode, limit));
    }

    private static void keepsAClientThatTakesALittle(Mode mode, Duration limit) throws Exception {
        int slice = 16 * 1024;
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(0).build();
        Map<String, String> properties = Map.of("ringer.writeStallTimeout", limit.toMillis() + " ms");
        try (TestServer server = WebSocketServers.start(mode, handler, properties);
                WebSocketClient client = WebSocketServers.connectNarrow(server)) {
            assertThat(listener.next()).isEqualTo("open");
            listener.session.sendBinary(ByteBuffer.allocate(16 << 20));

            for (int i = 0; i < 24; i++) { // for more than twice the time limit
                assertThat(listener.isSilentFor(limit.dividedBy(10))).isTrue();
                assertThat(client.raw().stream().readNBytes(slice)).hasSize(slice);
            }
            assertThat(listener.session.isOpen()).isTrue();
        }
    }

    @InModes
    void pushesBackOnAClientWhoseListenerIsSlow(Mode mode) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        RecordingListener listener = new RecordingListener() {
            @Override
            public void onBinary(WebSocketSession session, ByteBuffer message) throws Exception {
                begun.countDown();
                Deadlines.await(go);
                super.onBinary(session, message);
            }
        };
        int count = 200; // more than the buffers of both systems hold
        ClientFrames frames = frames();
        for (int i = 0; i < count; i++) {
            frames.binary(new byte[SIZE + i]);
        }
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            CompletableFuture<Void> sent = client.raw().sendMeanwhile(frames.bytes());
            Deadlines.await(begun);

            assertThatThrownBy(() -> sent.get(Deadlines.QUIET.toMillis(), TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            assertThat(server.memory().taken()).isLessThan(1 << 20);
            go.countDown();
            assertThat(listener.next()).isEqualTo("open");
            for (int i = 0; i < count; i++) {
                assertThat(listener.next()).isEqualTo("binary " + (SIZE + i));
            }
        }
    }

    /**
     * Checks that the server reads on before the listener has taken all messages. Otherwise a ping behind them would
     * wait long.
     */
    @InModes
    void readsOnWhenASlowListenerHasTakenSome(Mode mode) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Semaphore calls = new Semaphore(0);
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onText(WebSocketSession session, String message) throws Exception {
                begun.countDown();
                if (!calls.tryAcquire(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new AssertionError("nobody lets it go on");
                }
            }
        };
        ClientFrames frames = frames();
        for (int i = 0; i < 20; i++) {
            frames.text("x");
        }
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames.ping("here"));
            Deadlines.await(begun);
            assertThat(client.raw().hasByteWithin(Deadlines.QUIET)).isFalse();
            calls.release(8);

            assertThat(client.read().text()).isEqualTo("here");
            calls.release(12);
        }
    }

    /** A client's waiting messages are small, but those of many clients together can fill the memory. */
    @InModes
    void countsSmallMessagesThatWait(Mode mode) throws Exception {
        Semaphore begun = new Semaphore(0);
        Semaphore go = new Semaphore(0);
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onText(WebSocketSession session, String message) {
                if (message.equals("first")) {
                    begun.release();
                    Deadlines.await("it may go on", go::tryAcquire);
                } else if (message.equals("last")) {
                    begun.release();
                }
            }
        };
        int count = 14;
        int size = 1900;
        ClientFrames frames = frames();
        for (int i = 0; i < count; i++) {
            frames.text("x".repeat(size));
        }
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().text("first"));
            Deadlines.await("the listener is at work", begun::tryAcquire);
            client.send(frames.ping("behind them"));
            assertThat(client.read().text()).isEqualTo("behind them");
            long waiting = server.memory().taken();
            go.release();
            client.send(frames().text("last"));
            Deadlines.await("all have been heard", begun::tryAcquire);

            long counted = (count - 2) * 2L * size; // two bytes per character; two of the messages may be uncounted
            Deadlines.await("they counted", () -> server.memory().taken() <= waiting - counted);
        }
    }

    @InModes
    void isNotDelayedByOneSlowClient(Mode mode) throws Exception {
        java.util.Set<WebSocketSession> present = java.util.concurrent.ConcurrentHashMap.newKeySet();
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onOpen(WebSocketSession session) {
                present.add(session);
            }

            @Override
            public void onText(WebSocketSession session, String message) {
                present.forEach(other -> other.trySendText(message));
            }
        };
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(4 * SIZE).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient slow = WebSocketServers.connectNarrow(server);
                WebSocketClient quick = WebSocketServers.connect(server)) {
            Deadlines.await("both are there", () -> present.size() == 2);
            String message = "x".repeat(SIZE);
            for (int i = 0; i < COUNT; i++) {
                quick.send(frames().text(message));

                assertThat(quick.read().payload()).hasSize(SIZE);
            }
            assertThat(slow.read().payload()).hasSize(SIZE);
        }
    }
}
