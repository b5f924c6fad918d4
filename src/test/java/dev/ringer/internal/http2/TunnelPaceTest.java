package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.WebSocketStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the rate that a client must keep, above all if its streams are tunnels. The test sets the clock. Tunnels alone
 * require no rate, neither of the socket nor of the window. A response that waits beside them requires the minimum
 * rate.
 */
class TunnelPaceTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int SIZE = 24_000;

    private final Client client = new Client() {
        @Override
        public boolean closed() {
            Runnable task = meanwhile;
            meanwhile = null;
            if (task != null) {
                task.run();
            }
            return super.closed();
        }
    };
    private final FakeHandler handler = new FakeHandler() {
        @Override
        public void onRequest(HttpStream stream) {
            answer(stream);
        }

        @Override
        public boolean switchesProtocols() {
            return true;
        }
    };
    private long now = 1;
    private Runnable meanwhile; // what another thread does at the next call of client.closed()

    /**
     * Accepts octets one by one, as a socket below TLS does. Counts those of a record as written when all were
     * accepted.
     */
    private static class Client extends FakeConnection {
        private static final int MAX_RECORD = 32_768;

        private boolean inRecords;
        private int record; // size of the record that was accepted in part; 0 for none
        private int sent; // number of accepted octets of this record

        @Override
        public void write(ByteBuffer from) {
            if (!inRecords) {
                super.write(from);
                return;
            }
            while (from.hasRemaining()) {
                record = record > 0 ? record : Math.min(MAX_RECORD, from.remaining());
                ByteBuffer rest = from.slice(from.position() + sent, record - sent);
                super.write(rest);
                sent += rest.position();
                if (rest.hasRemaining()) {
                    return;
                }
                from.position(from.position() + record);
                record = 0;
                sent = 0;
            }
        }

        @Override
        public int sentInPart() {
            return sent;
        }
    }

    @BeforeEach
    void open() {
        byte[] settings = Http2Client.settings(INITIAL_WINDOW_SIZE, 1 << 20);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, settings).encoded());
        ServerParts parts = ServerParts.of(ServerOptions.builder().build(), handler, new BufferedMemory(0));
        new Http2Protocol(new Http2Shared(ServerOptions.builder().build(), parts, () -> now))
                .open(client, ByteBuffer.wrap(bytes.toByteArray()));
        runAll();
    }

    private void runAll() {
        while (!client.tasks().isEmpty()
                || !client.shortlyTasks().isEmpty()
                || !client.applicationTasks().isEmpty()) {
            FakeConnection.runAll(client.tasks());
            FakeConnection.runAll(client.shortlyTasks());
            FakeConnection.runAll(client.applicationTasks());
        }
    }

    private void receive(int type, int flags, int stream, byte[] payload) {
        client.sends(new Http2Frame(type, flags, stream, payload).encoded());
        client.onReadable();
        runAll();
    }

    /** Opens a tunnel on which the server immediately sends {@code SIZE} octets. */
    private void openTunnel(int stream) {
        receive(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, WebSocketStream.handshake("/"));
    }

    private void get(int stream) {
        int flags = Http2Frame.END_HEADERS | Http2Frame.END_STREAM;
        receive(Http2Frame.HEADERS, flags, stream, Http2Client.request("GET", "/"));
    }

    /**
     * Lets seconds pass. In each one, the socket accepts {@code octets}, and the client widens the connection window by
     * {@code window}.
     */
    private void pass(int seconds, int octets, int window) {
        for (int second = 0; second < seconds && !client.closed(); second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            client.takesMore(octets);
            if (window > 0) {
                receive(Http2Frame.WINDOW_UPDATE, 0, 0, Http2Client.number(window));
            }
            client.meetDeadline();
            runAll();
        }
    }

    private Set<Integer> resetStreams() {
        return streamsOf(frame -> frame.type() == Http2Frame.RST_STREAM);
    }

    private Set<Integer> ended() {
        return streamsOf(Http2Frame::endsStream);
    }

    private Set<Integer> streamsOf(Predicate<Http2Frame> wanted) {
        Set<Integer> streams = new HashSet<>();
        ByteBuffer frames = ByteBuffer.wrap(client.taken());
        while (frames.remaining() >= 9) {
            int lengthAndType = frames.getInt();
            Http2Frame frame = new Http2Frame(lengthAndType & 0xff, frames.get(), frames.getInt(), new byte[0]);
            if (wanted.test(frame)) {
                streams.add(frame.stream());
            }
            frames.position(Math.min(frames.limit(), frames.position() + (lengthAndType >>> 8)));
        }
        return streams;
    }

    // ---- the rate of the socket

    @Test
    void tunnelsAloneMayBeReadSlowly() {
        client.takes(false);
        openTunnel(1);
        openTunnel(3);

        pass(200, 10, 0);

        assertThat(client.closed()).isFalse();
    }

    @Test
    void answersToControlFramesDoNotChangeThat() {
        client.takes(false);
        openTunnel(1);
        receive(Http2Frame.PING, 0, 0, new byte[8]);

        pass(200, 10, 0);

        assertThat(client.closed()).isFalse();
    }

    @Test
    void whoTakesNothingOfATunnelIsLeftAfterTheTimeOfAStall() {
        client.takes(false);
        openTunnel(1);

        pass(59, 0, 0);
        assertThat(client.closed()).isFalse();

        pass(2, 0, 0);
        assertThat(client.closed()).isTrue();
        assertThat(handler.counts().of(Limit.WRITE_STALL_TIMEOUT)).isEqualTo(1);
    }

    @Test
    void aResponseBesideATunnelIsToBeReadInTime() {
        client.takes(false);
        openTunnel(1);
        pass(100, 10, 0);
        get(3);

        pass(29, 10, 0);
        assertThat(client.closed()).isFalse(); // the time before the request does not count for the response

        pass(17, 10, 0);
        assertThat(client.closed()).isTrue();
        assertThat(handler.counts().of(Limit.MIN_RESPONSE_RATE)).isEqualTo(1);
    }

    @Test
    void aResponseThatHasLeftIsNotWaitedForAnyMore() {
        client.takes(false);
        get(1);
        pass(1, SIZE, 0);
        openTunnel(3);
        pass(1, 1000, 0); // the socket accepts the end of the response

        pass(200, 10, 0);

        assertThat(client.closed()).isFalse();
    }

    // ---- records: octets count as written only when the socket has accepted their whole record

    @Test
    void aResponseMayBeReadMoreSlowlyThanARecordATime() {
        client.inRecords = true;
        client.takes(false);
        get(1);

        pass(SIZE / 250, 250, 0);

        assertThat(client.closed()).isFalse();
    }

    @Test
    void aResponseInRecordsIsToBeReadInTime() {
        client.inRecords = true;
        client.takes(false);
        get(1);

        pass(60, 200, 0);

        assertThat(client.closed()).isTrue();
        assertThat(handler.counts().of(Limit.MIN_RESPONSE_RATE)).isEqualTo(1);
    }

    @Test
    void aTunnelInRecordsMayBeReadSlowly() {
        client.inRecords = true;
        client.takes(false);
        openTunnel(1);

        pass(200, 10, 0);

        assertThat(client.closed()).isFalse();
    }

    // ---- the rate of the window

    @Test
    void tunnelsAloneMayOpenTheWindowSlowly() {
        openTunnel(1);
        openTunnel(3);
        openTunnel(5); // 3 x 24,000 octets exceed the window of 65,535

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

    /** The client could keep the window shut for ever if each of its streams began the stall timeout anew. */
    @Test
    void aWindowThatStaysShutIsFoundAlthoughTheClientResetsEachStreamThatWaits() {
        openTunnel(1);
        openTunnel(3);
        for (int stream = 5; stream < 20 && resetStreams().isEmpty(); stream += 2) {
            openTunnel(stream);
            pass(19, 0, 0);
            receive(Http2Frame.RST_STREAM, 0, stream, Http2Client.number(8));
        }

        assertThat(resetStreams()).containsExactly(11);
        assertThat(handler.counts().of(Limit.WRITE_STALL_TIMEOUT)).isEqualTo(1);
    }

    /**
     * The server sends one response after the other. The last response waits for the others, and not for its client.
     */
    @Test
    void aResponseWaitsForItsTurnLongerThanAClientMayStall() {
        for (int stream = 1; stream <= 9; stream += 2) {
            get(stream); // 120,000 bytes in all, of which the window allows 65,535
        }

        pass(150, 0, 300);
        assertThat(ended()).doesNotContain(9);
        pass(1, 0, 1 << 20);

        assertThat(resetStreams()).isEmpty();
        assertThat(ended()).containsExactlyInAnyOrder(1, 3, 5, 7, 9);
    }

    @Test
    void aResponseThatAnotherThreadEndsBeforeTheTunnelBeginsIsResetToo() {
        openTunnel(1);
        openTunnel(3);
        openTunnel(5);
        receive(Http2Frame.HEADERS, Http2Frame.END_HEADERS, 7, WebSocketStream.handshake("/refused"));

        pass(29, 0, 10);
        assertThat(resetStreams()).isEmpty();

        pass(17, 0, 10);
        assertThat(resetStreams()).containsExactly(7);
    }

    // ---- the handler

    private void answer(HttpStream stream) {
        byte[] content = new byte[SIZE];
        try {
            if (stream.switchable() && stream.request().target().path().equals("/refused")) {
                meanwhile = () -> respond(stream, 403);
                assertThatThrownBy(() -> stream.switchTo((tunnel, received) -> {}, visitor -> {}, () -> {}))
                        .isInstanceOf(IOException.class);
            } else if (stream.switchable()) {
                stream.switchTo((tunnel, received) -> pour(tunnel, content), visitor -> {}, () -> {});
            } else {
                respond(stream, 200);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void respond(HttpStream stream, int status) {
        try {
            stream.respond(status, SIZE, visitor -> {});
            stream.write(new byte[SIZE], 0, SIZE);
            stream.finish();
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
}
