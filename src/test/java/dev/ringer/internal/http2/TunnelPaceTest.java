package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.IdleConnections;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.WebSocketStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Which rate a client owes whose streams are tunnels, by a clock of the test's own: none for them, neither by its socket nor by
 * its window, and that of responses as soon as one waits beside them.
 */
class TunnelPaceTest implements RequestHandler {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int SIZE = 24_000;
    private static final int ALL = Integer.MAX_VALUE;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final Loop loop = (Loop) fake(Loop.class);
    private final Transport transport = (Transport) fake(Transport.class);
    private final ServerCounts counts = new ServerCounts(Limit.values());
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private ConnectionEvents connection;
    private Deadline deadline;
    private byte[] input = {};
    private int room = ALL; // of the socket
    private boolean closed;
    private long now = 1;

    private Object fake(Class<?> type) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(method.getName(), method.getReturnType(), arguments));
    }

    private Object call(String method, Class<?> type, Object[] arguments) {
        switch (method) {
            case "loop" -> {
                return loop;
            }
            case "execute", "executeShortly", "runApplication" -> tasks.add((Runnable) arguments[0]);
            case "schedule" -> deadline = (Deadline) arguments[0];
            case "serveBy" -> connection = (ConnectionEvents) arguments[0];
            case "close" -> closed = true;
            case "closed" -> {
                return closed;
            }
            case "read" -> {
                byte[] bytes = input;
                input = new byte[0];
                System.arraycopy(bytes, 0, (byte[]) arguments[0], (int) arguments[1], bytes.length);
                return bytes.length;
            }
            case "write" -> write((ByteBuffer) arguments[0]);
            default -> {}
        }
        return type == boolean.class ? false : type == int.class ? (Object) 0 : null;
    }

    private void write(ByteBuffer from) {
        byte[] taken = new byte[Math.min(room, from.remaining())];
        from.get(taken);
        written.writeBytes(taken);
        room -= room == ALL ? 0 : taken.length;
    }

    @BeforeEach
    void open() {
        byte[] settings = Http2Client.settings(INITIAL_WINDOW_SIZE, 1 << 20);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, settings).encoded());
        ServerParts parts = new ServerParts(this, new BufferedMemory(0), new IdleConnections(-1, counts));
        new Http2Protocol(new Http2Shared(ServerOptions.builder().build(), parts, () -> now))
                .open(transport, ByteBuffer.wrap(bytes.toByteArray()));
        runAll();
    }

    private void runAll() {
        while (!tasks.isEmpty()) {
            tasks.poll().run();
        }
    }

    private void receive(int type, int flags, int stream, byte[] payload) {
        input = new Http2Frame(type, flags, stream, payload).encoded();
        connection.onReadable();
        runAll();
    }

    /** A tunnel on which much is sent at once. */
    private void openTunnel(int stream) {
        receive(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, WebSocketStream.handshake("/"));
    }

    private void get(int stream) {
        int flags = Http2Frame.END_HEADERS | Http2Frame.END_STREAM;
        receive(Http2Frame.HEADERS, flags, stream, Http2Client.request("GET", "/"));
    }

    /** Lets seconds pass, each with so much that the socket takes, and with so much that the connection's window grows. */
    private void pass(int seconds, int octets, int window) {
        for (int second = 0; second < seconds && !closed; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            room = room == ALL ? ALL : room + octets;
            if (window > 0) {
                receive(Http2Frame.WINDOW_UPDATE, 0, 0, Http2Client.number(window));
            }
            deadline.expire();
            runAll();
        }
    }

    private Set<Integer> resetStreams() {
        Set<Integer> reset = new HashSet<>();
        ByteBuffer frames = ByteBuffer.wrap(written.toByteArray());
        while (frames.remaining() >= 9) {
            int lengthAndType = frames.getInt();
            frames.get();
            int stream = frames.getInt();
            if ((lengthAndType & 0xff) == Http2Frame.RST_STREAM) {
                reset.add(stream);
            }
            frames.position(Math.min(frames.limit(), frames.position() + (lengthAndType >>> 8)));
        }
        return reset;
    }

    // ---- the socket

    @Test
    void tunnelsAloneMayBeReadSlowly() {
        room = 0;
        openTunnel(1);
        openTunnel(3);

        pass(200, 10, 0);

        assertThat(closed).isFalse();
    }

    @Test
    void answersToControlFramesDoNotChangeThat() {
        room = 0;
        openTunnel(1);
        receive(Http2Frame.PING, 0, 0, new byte[8]);

        pass(200, 10, 0);

        assertThat(closed).isFalse();
    }

    @Test
    void whoTakesNothingOfATunnelIsLeftAfterTheTimeOfAStall() {
        room = 0;
        openTunnel(1);

        pass(59, 0, 0);
        assertThat(closed).isFalse();

        pass(2, 0, 0);
        assertThat(closed).isTrue();
        assertThat(counts.of(Limit.WRITE_STALL_TIMEOUT)).isEqualTo(1);
    }

    @Test
    void aResponseBesideATunnelIsToBeReadInTime() {
        room = 0;
        openTunnel(1);
        pass(100, 10, 0);
        get(3);

        pass(29, 10, 0);
        assertThat(closed).isFalse(); // what passed before was not the response's time

        pass(17, 10, 0);
        assertThat(closed).isTrue();
        assertThat(counts.of(Limit.MIN_RESPONSE_RATE)).isEqualTo(1);
    }

    @Test
    void aResponseThatHasLeftIsNotWaitedForAnyMore() {
        room = 0;
        get(1);
        pass(1, SIZE, 0);
        openTunnel(3);
        pass(1, 1000, 0); // with the end of the response

        pass(200, 10, 0);

        assertThat(closed).isFalse();
    }

    // ---- the window

    @Test
    void tunnelsAloneMayOpenTheWindowSlowly() {
        openTunnel(1);
        openTunnel(3);
        openTunnel(5); // beyond 65,535

        pass(200, 0, 10);

        assertThat(resetStreams()).isEmpty();
    }

    @Test
    void aResponseThatWaitsForTheWindowIsResetAlone() {
        openTunnel(1);
        openTunnel(3);
        openTunnel(5);
        pass(100, 0, 10);
        get(7);

        pass(29, 0, 10);
        assertThat(resetStreams()).isEmpty();

        pass(17, 0, 10);
        assertThat(resetStreams()).containsExactly(7);
    }

    @Test
    void tunnelsWhoseWindowStaysShutAreResetAfterTheTimeOfAStall() {
        openTunnel(1);
        openTunnel(3);
        openTunnel(5);

        pass(59, 0, 0);
        assertThat(resetStreams()).isEmpty();

        pass(2, 0, 0);
        assertThat(resetStreams()).containsExactly(5);
    }

    // ---- the server's side

    @Override
    public <S extends HttpStream & Runnable> Runnable admit(S stream) {
        return stream;
    }

    @Override
    public void onRequest(HttpStream stream) {
        byte[] content = new byte[SIZE];
        try {
            if (stream.switchable()) {
                stream.switchTo((tunnel, received) -> pour(tunnel, content), visitor -> {});
            } else {
                stream.respond(200, SIZE, visitor -> {});
                stream.write(content, 0, SIZE);
                stream.finish();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pour(Transport tunnel, byte[] content) {
        try {
            tunnel.write(ByteBuffer.wrap(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean switchesProtocols() {
        return true;
    }

    @Override
    public ServerCounts counts() {
        return counts;
    }

    @Override
    public boolean runsOnLoop() {
        return false;
    }

    @Override
    public boolean stopping() {
        return false;
    }
}
