package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests bodies that arrive too slowly before the handler gets the request. The test sets the clock by which the client is
 * judged.
 */
class SlowArrivalTest {
    private static final int MOST_LINES = 100;
    private static final String LINE = "a measured value\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked";

    private long now = 1;
    private HttpStream request; // null before the handler gets it
    private final FakeConnection client = new FakeConnection();
    private final FakeHandler handler = new FakeHandler() {
        @Override
        public void onRequest(HttpStream stream) {
            request = stream;
        }
    };

    private void open(String fieldLine) {
        ServerOptions options = ServerOptions.builder()
                // so short that the connection, whose own clock is the real one, judges the client at each deadline
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ofNanos(2))
                .set(Settings.MIN_BODY_RATE, 240L)
                .build();
        Http1Shared shared = new Http1Shared(ServerParts.of(options, handler, new BufferedMemory(0)), () -> now);
        new Http1Connection(new RequestReader(shared), client)
                .open(ByteBuffer.wrap(bytes("POST / HTTP/1.1\r\nHost: test\r\n" + fieldLine + "\r\n\r\n")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String chunk(String content) {
        return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
    }

    /** Sends a line every five seconds, until the server waits no longer. Returns the number of lines. */
    private int sendSlowly(String line) {
        int lines = 0;
        while (lines < MOST_LINES && client.applicationTasks().isEmpty() && handler.refused() == 0) {
            now += TimeUnit.SECONDS.toNanos(5);
            client.sends(bytes(line));
            lines++;
            client.meetDeadline();
        }
        return lines;
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
        assertThat(client.takenText()).isEmpty();
        FakeConnection.runAll(client.applicationTasks());
        client.sends(bytes(chunk("end") + "0\r\n\r\n"));
        assertThat(readAll()).isEqualTo(body + "end");
        assertThat(handler.counts().of(Violation.BODY_TOO_SLOW)).isZero();
        assertThat(handler.counts().of(Violation.BODY_STALLED)).isZero();
    }

    @Test
    void givesTheHandlerAWholeBodyOfUnknownLength() throws IOException {
        open(CHUNKED);

        int lines = sendSlowly(chunk(LINE));

        assertThat(lines).isLessThan(MOST_LINES);
        assertWhole(LINE.repeat(lines));
    }

    /** The loop has been busy for so long that the pause, which is shorter than a stall, was not noticed. */
    @Test
    void givesTheHandlerABodyOfUnknownLengthThatStalls() throws IOException {
        open(CHUNKED);
        client.sends(bytes(chunk(LINE)));
        client.onReadable();

        now += 2;
        client.meetDeadline();

        assertWhole(LINE);
    }

    @Test
    void refusesABodyOfKnownLength() {
        open("Content-Length: 10000");

        sendSlowly(LINE);

        assertThat(client.takenText()).startsWith("HTTP/1.1 408 ").contains(Violation.BODY_TOO_SLOW.text());
        assertThat(handler.counts().of(Violation.BODY_TOO_SLOW)).isOne();
        assertThat(client.applicationTasks()).isEmpty();
    }
}
