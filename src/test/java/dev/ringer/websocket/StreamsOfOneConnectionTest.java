package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;

/** Tests WebSockets beside other streams of an HTTP/2 connection (RFC 8441, 5): their ends and flow control. */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class StreamsOfOneConnectionTest {
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int SIZE = 64 * 1024;

    private static TestServer start(Mode mode, WebSocketHandler handler, String... properties) throws IOException {
        return Http2Servers.create(mode, properties)
                .handle(WebSocketServers.PATH, handler)
                .start();
    }

    private static WebSocketStream open(Http2Client client, int stream) throws IOException {
        return WebSocketStream.open(client, stream, WebSocketServers.PATH);
    }

    // ---- ends

    @InModes
    void endByEndStreamInBothDirections(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, WebSocketHandler.of(listener));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = open(client, 1);
            stream.send(frames().close(1000, "bye")).end();

            assertThat(stream.read().closeCode()).isEqualTo(1000);
            assertThat(stream.endsInOrder()).isTrue();
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("close 1000 bye");
            assertThat(client.head(3, "POST", "/echo").end(3, "on").answer(3).text())
                    .isEqualTo("on");
        }
    }

    @InModes
    void endWhenTheServerCloses(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, WebSocketHandler.of(listener));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = open(client, 1);
            assertThat(listener.next()).isEqualTo("open");
            listener.session.sendText("last words");
            listener.session.close(4000, "enough");

            assertThat(stream.read().text()).isEqualTo("last words");
            assertThat(stream.read().closeCode()).isEqualTo(4000);
            stream.send(frames().close(4000, ""));
            assertThat(stream.endsInOrder()).isTrue();
            assertThat(listener.next()).isEqualTo("close 4000");
        }
    }

    @InModes
    void areLostWithoutACloseFrame(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, WebSocketHandler.of(listener));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream ended = open(client, 1).end();
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("close 1006");
            assertThat(ended.endsInOrder()).isFalse();
            assertThat(ended.answer().resetCode()).isEqualTo(CANCEL);

            open(client, 3);
            assertThat(listener.next()).isEqualTo("open");
            client.reset(3);
            assertThat(listener.next()).isEqualTo("close 1006");

            WebSocketStream aborted = open(client, 5);
            assertThat(listener.next()).isEqualTo("open");
            listener.session.abort();
            assertThat(aborted.endsInOrder()).isFalse();
            assertThat(aborted.answer().resetCode()).isEqualTo(CANCEL);
            assertThat(listener.next()).isEqualTo("close 1006");

            open(client, 7);
            assertThat(listener.next()).isEqualTo("open");
            client.close();
            assertThat(listener.next()).isEqualTo("close 1006");
        }
    }

    @InModes
    void endOneByOneForFaultsOfTheirFrames(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, WebSocketHandler.of(listener));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream wrong = open(client, 1);
            WebSocketStream other = open(client, 3);
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("open");
            wrong.send(frames().raw("81 01 41"));

            assertThat(wrong.read().closeCode()).isEqualTo(1002);
            wrong.end();
            assertThat(wrong.endsInOrder()).isTrue();
            assertThat(listener.next()).startsWith("error ");
            assertThat(listener.next()).startsWith("close 1002");
            other.send(frames().text("still here"));
            assertThat(listener.next()).isEqualTo("text still here");
        }
    }

    @InModes
    void goOnWhenTheClientOpensNoMoreStreams(Mode mode) throws Exception {
        try (TestServer server = start(mode, WebSocketHandler.of(new EchoListener()));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = open(client, 1);
            client.send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
            stream.send(frames().text("on"));

            assertThat(stream.read().text()).isEqualTo("on");
            stream.send(frames().close(1001, "")).end();
            assertThat(stream.read().closeCode()).isEqualTo(1001);
            assertThat(client.readToEnd()).isZero();
        }
    }

    /** Otherwise, a client that opens and resets streams could keep any number of listeners busy. */
    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void countUntilTheirListenerHasHeardOfTheEnd(Mode mode) throws Exception {
        Gate gate = new Gate();
        RecordingListener listener = new RecordingListener() {
            @Override
            public void onText(WebSocketSession session, String message) throws Exception {
                gate.pass();
            }
        };
        try (TestServer server = start(mode, WebSocketHandler.of(listener), "ringer.http2.maxStreams", "1");
                Http2Client client = Http2Client.open(server)) {
            open(client, 1).send(frames().text("busy"));
            gate.awaitArrival();
            client.reset(1);

            assertThat(client.get(3, "/echo").answer(3).resetCode()).isEqualTo(REFUSED_STREAM);
            gate.open();
            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("close 1006");
            Deadlines.await("the stream is over", () -> isServed(client));
        }
    }

    private int next = 3;

    private boolean isServed(Http2Client client) {
        try {
            next += 2;
            return client.get(next, "/echo").answer(next).status() == 200;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- flow control

    @InModes
    void sendNoMoreThanTheirWindowAndHoldUpNoOther(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        WebSocketHandler handler =
                WebSocketHandler.builder(listener).maxPendingBytes(2 * SIZE).build();
        try (TestServer server = start(mode, handler);
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream open = open(client, 1);
            assertThat(listener.next()).isEqualTo("open");
            client.giveNoRoom();
            open(client, 3);
            assertThat(listener.next()).isEqualTo("open");
            WebSocketSession shut = listener.session;
            Thread sender = ThreadKind.PLATFORM.start(() -> sendUntilClosed(shut));
            Deadlines.await("the sender waits", () -> sender.getState() == Thread.State.WAITING);

            assertThat(shut.pendingBytes()).isLessThanOrEqualTo(2L * SIZE);
            assertThat(shut.trySendText("x".repeat(SIZE))).isFalse();
            open.send(frames().text("meanwhile"));
            assertThat(listener.next()).isEqualTo("text meanwhile");
            client.windowUpdate(3, 5);
            assertThat(client.await(Http2Frame.DATA).payload()).hasSize(5);
            client.reset(3);
            assertThat(listener.next()).isEqualTo("close 1006");
            sender.join(Deadlines.PATIENCE.toMillis());
            assertThat(sender.isAlive()).isFalse();
        }
    }

    private static void sendUntilClosed(WebSocketSession session) {
        try {
            while (true) {
                session.sendBinary(ByteBuffer.allocate(SIZE));
            }
        } catch (IOException closed) {
            // the client has reset the stream
        }
    }

    @InModes
    void loseAClientWhoseWindowStaysShut(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, WebSocketHandler.of(listener), "ringer.writeStallTimeout", "150 ms");
                Http2Client client = Http2Client.open(server).giveNoRoom()) {
            WebSocketStream stream = open(client, 1);
            assertThat(listener.next()).isEqualTo("open");
            listener.session.sendText("a few octets");

            assertThat(listener.next()).isEqualTo("close 1006");
            assertThat(stream.endsInOrder()).isFalse();
            assertThat(client.ping("is there").await(Http2Frame.PING).text()).isEqualTo("is there");
        }
    }

    /** Three slow listeners leave the windows of their streams unread, which other streams do not feel. */
    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void pushBackOnSlowListenersClientsAlone(Mode mode) throws Exception {
        CountDownLatch begun = new CountDownLatch(3);
        Gate gate = new Gate();
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onBinary(WebSocketSession session, ByteBuffer message) throws IOException {
                begun.countDown();
                gate.pass();
            }

            @Override
            public void onText(WebSocketSession session, String message) throws IOException {
                session.sendText(message);
            }
        };
        try (TestServer server = start(mode, WebSocketHandler.of(listener));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream[] slow = new WebSocketStream[3];
            for (int i = 0; i < slow.length; i++) {
                slow[i] = open(client, 2 * i + 1);
                ClientFrames frames = frames();
                for (int message = 0; message < 20; message++) { // more than the server queues for a listener
                    frames.binary(new byte[1]);
                }
                slow[i].send(frames);
            }
            WebSocketStream quick = open(client, 7);
            Deadlines.await(begun);
            client.ping("all read").await(Http2Frame.PING);
            for (WebSocketStream stream : slow) {
                stream.send(frames().binary(new byte[65_000]).bytes());
            }

            for (int i = 0; i < 20; i++) {
                assertThat(quick.send(frames().text("x".repeat(10_000))).read().payload())
                        .hasSize(10_000);
            }
            client.head(9, "POST", "/echo").end(9, "y".repeat(16_000));
            assertThat(client.answer(9).text()).hasSize(16_000);
            gate.open();
        }
    }

    @InModes
    void takeMoreThanTheirWindowByAndBy(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server = start(mode, WebSocketHandler.of(listener));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream = open(client, 1);
            assertThat(listener.next()).isEqualTo("open");
            for (int i = 0; i < 40; i++) { // 2.5 MiB; the window of a stream is 256 KiB
                stream.send(frames().binary(new byte[SIZE]));
                assertThat(listener.next()).isEqualTo("binary " + SIZE);
            }
        }
    }

    // ---- memory

    /** Evicting the larger WebSocket frees no memory while its listener runs. So the other is evicted, too. */
    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void areEvictedBesideOneThatCannotBe(Mode mode) throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        Gate gate = new Gate();
        List<WebSocketSession> sessions = new CopyOnWriteArrayList<>();
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onOpen(WebSocketSession session) {
                sessions.add(session);
            }

            @Override
            public void onBinary(WebSocketSession session, ByteBuffer message) throws IOException {
                begun.countDown();
                gate.pass();
            }
        };
        long max = 1 << 20;
        try (TestServer server =
                        start(mode, WebSocketHandler.of(listener), "ringer.maxBufferedMemory", Long.toString(max));
                Http2Client client = Http2Client.open(server)) {
            open(client, 1).send(frames().binary(new byte[50_000]).binary(new byte[50_000]));
            Deadlines.await("the first is there", () -> sessions.size() == 1);
            open(client, 3).send(frames().binary(new byte[10_000]).binary(new byte[10_000]));
            Deadlines.await(begun);
            ClientMemory another = new ClientMemory(server.memory());
            another.take(max);
            Deadlines.await("both are evicted", () -> {
                server.memory().admits();
                return sessions.stream().noneMatch(WebSocketSession::isOpen);
            });
            gate.open();
        }
    }

    // ---- faults

    @InModes
    void failAloneForAnErrorOfTheirListener(Mode mode) throws Exception {
        WebSocketListener listener = new WebSocketListener() {
            @Override
            public void onText(WebSocketSession session, String message) throws IOException {
                if (message.equals("fail")) {
                    throw new AssertionError("on purpose");
                }
                session.sendText(message);
            }
        };
        try (TestServer server = start(mode, WebSocketHandler.of(listener));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream failing = open(client, 1);
            WebSocketStream other = open(client, 3);

            assertThat(failing.send(frames().text("fail")).read().closeCode()).isEqualTo(1011);
            assertThat(other.send(frames().text("well")).read().text()).isEqualTo("well");
        }
    }
}
