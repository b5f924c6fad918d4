package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests content that arrives too slowly before the handler gets the request. The test sets the clock by which the client
 * is judged.
 */
class SlowArrivalTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_LINES = 100;
    private static final String LINE = "a measured value\n";

    private final Thread loop = Thread.currentThread();
    private long now = 1;
    private HttpStream request; // null before the handler gets it
    private final FakeConnection client = new FakeConnection() {
        @Override
        public boolean isCurrent() {
            return Thread.currentThread() == loop;
        }
    };
    private final FakeHandler handler = new FakeHandler(true) {
        @Override
        public void onRequest(HttpStream stream) {
            request = stream;
        }
    };

    @BeforeEach
    void open() {
        ServerOptions options = ServerOptions.builder().build();
        ServerParts parts = ServerParts.of(options, handler, new BufferedMemory(0));
        new Http2Protocol(new Http2Shared(options, parts, () -> now)).open(client, ByteBuffer.wrap(PREFACE));
        receive(Http2Frame.SETTINGS, 0, 0, new byte[0]);
    }

    private void receive(int type, int flags, int stream, byte[] payload) {
        client.sends(new Http2Frame(type, flags, stream, payload).encoded());
        client.onReadable();
        runTasks();
    }

    private void runTasks() {
        FakeConnection.runAll(client.tasks());
        FakeConnection.runAll(client.applicationTasks());
    }

    private void post(String... fields) {
        receive(Http2Frame.HEADERS, Http2Frame.END_HEADERS, 1, Http2Client.request("POST", "/", fields));
    }

    private void send(String content, int flags) {
        receive(Http2Frame.DATA, flags, 1, content.getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends a line every second, until the server waits no longer. Returns the number of lines. */
    private int sendSlowly() {
        int lines = 0;
        while (lines < MOST_LINES && request == null && handler.refused() == 0) {
            send(LINE, 0);
            lines++;
            pass(1);
        }
        return lines;
    }

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
        client.meetDeadline();
        runTasks();
    }

    private String readAll() throws IOException {
        StringBuilder all = new StringBuilder();
        byte[] piece = new byte[1000];
        for (int count; (count = request.read(piece, 0, piece.length)) >= 0; ) {
            all.append(new String(piece, 0, count, StandardCharsets.US_ASCII));
        }
        return all.toString();
    }

    private void assertWhole(String body) throws IOException {
        assertThat(request).isNotNull();
        send("end", Http2Frame.END_STREAM);
        assertThat(readAll()).isEqualTo(body + "end");
        assertThat(handler.counts().of(Violation.BODY_TOO_SLOW)).isZero();
        assertThat(handler.counts().of(Violation.BODY_STALLED)).isZero();
    }

    @Test
    void givesTheHandlerTheWholeContentOfUnknownLength() throws IOException {
        post();

        int lines = sendSlowly();

        assertThat(lines).isBetween(30, 36);
        assertWhole(LINE.repeat(lines));
    }

    /** The loop has been busy for so long that the pause, which is shorter than a stall, was not noticed. */
    @Test
    void givesTheHandlerContentOfUnknownLengthThatStalls() throws IOException {
        post();
        send(LINE, 0);

        pass(60);

        assertWhole(LINE);
    }

    @Test
    void refusesContentOfKnownLength() {
        post("content-length", "10000");

        assertThat(sendSlowly()).isBetween(30, 36);

        assertThat(handler.refused()).isOne();
        assertThat(handler.counts().of(Violation.BODY_TOO_SLOW)).isOne();
        assertThat(request).isNull();
    }
}
