package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests clients whose bytes arrive just before a time limit passes, while the loop is busy with others. The limit is over
 * when the server looks at the socket for the last time, and then the bytes must count.
 */
class LastLookTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n";

    /** What the server has read before the limit, and what arrives unseen. */
    private enum Late {
        REST_OF_A_HEAD("GET / HTTP/1.1\r\nHo", "st: test\r\n\r\n"),
        LAST_BYTE_OF_A_HEAD("GET / HTTP/1.1\r\nHost: test\r\n\r", "\n"),
        FIRST_REQUEST("", "GET / HTTP/1.1\r\nHost: test\r\n\r\n"),
        REST_OF_A_HEAD_WITH_ITS_BODY("POST / HT", "TP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\nab"),
        WHOLE_BODY(HEAD, "0123456789"),
        LAST_BYTE_OF_A_BODY(HEAD + "012345678", "9"),
        MORE_OF_A_HEAD_THAN_ONE_READ_TAKES("GET / HTTP/1.1\r\nHost: test\r\nA: ", "a".repeat(20_000) + "\r\n\r\n"),
        MORE_OF_A_BODY_THAN_ONE_READ_TAKES(
                "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 20000\r\n\r\n" + "a".repeat(3000),
                "a".repeat(17_000));

        private final String before;
        private final String rest;

        Late(String before, String rest) {
            this.before = before;
            this.rest = rest;
        }
    }

    private final FakeHandler handler = new FakeHandler();
    private FakeConnection client = new FakeConnection();

    private static ServerOptions.Builder limits() {
        return ServerOptions.builder()
                .set(Settings.IDLE_INTERVAL, Duration.ofNanos(1))
                .set(Settings.HEAD_TIMEOUT, Duration.ofNanos(1))
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ofNanos(1));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private Http1Shared shared(ServerOptions options) {
        return new Http1Shared(ServerParts.of(options, handler, new BufferedMemory(0)));
    }

    private void open(ServerOptions options, String received) {
        Http1Connection connection = new Http1Connection(new RequestReader(shared(options)), client);
        connection.open(ByteBuffer.wrap(bytes(received)));
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatIsCompleteInTimeIsServed(Late late) {
        open(limits().build(), late.before);
        client.sends(bytes(late.rest));

        client.meetDeadline();

        assertThat(client.takenText()).isEmpty();
        assertThat(handler.refused()).isZero();
        assertThat(client.closed()).isFalse();
        assertThat(client.applicationTasks()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatSendsNothingIsNot(Late late) {
        open(limits().build(), late.before);

        client.meetDeadline();

        assertThat(client.applicationTasks()).isEmpty();
        if (late == Late.FIRST_REQUEST) {
            assertThat(client.closed()).isTrue();
        } else {
            assertThat(client.takenText()).startsWith("HTTP/1.1 408 ");
        }
    }

    /** The last look begins a lingering close, so that the client gets the whole response. */
    @Test
    void aBodyThatBreaksWhileItIsDroppedDoesNotCutTheResponse() {
        FakeHandler answering = new FakeHandler() {
            @Override
            public void onRequest(HttpStream stream) {
                try {
                    stream.respond(200, 0, visitor -> {});
                    stream.finish();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        ServerOptions options = limits().set(Settings.BODY_BUFFER, 0L)
                .set(Settings.DRAIN_TIMEOUT, Duration.ofNanos(1))
                .build();
        Http1Shared shared = new Http1Shared(ServerParts.of(options, answering, new BufferedMemory(0)));
        new Http1Connection(new RequestReader(shared), client)
                .open(ByteBuffer.wrap(bytes("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")));
        FakeConnection.runAll(client.applicationTasks());
        FakeConnection.runAll(client.tasks());
        client.sends(bytes("no chunk\r\n"));

        client.meetDeadline();

        assertThat(client.takenText()).startsWith("HTTP/1.1 200 ");
        assertThat(client.closed()).isFalse();
        assertThat(answering.counts().of(Limit.DRAIN_TIMEOUT)).isZero();
        client.meetDeadline();
        assertThat(client.closed()).isTrue();
        assertThat(answering.counts().of(Limit.DRAIN_TIMEOUT)).isOne();
    }

    @Test
    void aRequestThatIsRefusedHasOnlyTheDeadlineOfTheLingeringClose() {
        Duration linger = Duration.ofSeconds(3);
        open(limits().set(Settings.DRAIN_TIMEOUT, linger).build(), "GET / HTTP/1.1\r\nHo");
        client.sends(bytes("st : test\r\n\r\n"));

        client.meetDeadline();

        assertThat(client.takenText()).startsWith("HTTP/1.1 400 ");
        assertThat(client.deadlineNanos()).isEqualTo(linger.toNanos());
    }

    /** The last look finds nothing new, so the client has paused since its head, not since the look. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 10\r\n\r\n01234", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"})
    void whatCameWithTheHeadDoesNotCountAgain(String rest) {
        long[] now = {0};
        ServerOptions options =
                limits().set(Settings.BODY_STALL_TIMEOUT, Duration.ofNanos(10)).build();
        ServerParts parts = ServerParts.of(options, handler, new BufferedMemory(0));
        Http1Shared shared = new Http1Shared(parts, () -> now[0]);
        new Http1Connection(new RequestReader(shared), client)
                .open(ByteBuffer.wrap(bytes("POST / HTTP/1.1\r\nHost: test\r\n" + rest)));

        now[0] = 10;
        client.meetDeadline();

        if (rest.endsWith("hello\r\n")) {
            assertThat(client.applicationTasks()).hasSize(1);
        } else {
            assertThat(client.takenText()).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    void theTimeOfAWholeRequestCountsUntilItHasArrived() {
        open(
                limits().set(Settings.BODY_STALL_TIMEOUT, Duration.ZERO)
                        .set(Settings.HEAD_TIMEOUT, Duration.ZERO)
                        .set(Settings.MAX_REQUEST_TIME, Duration.ofNanos(1))
                        .build(),
                HEAD);
        client.sends(bytes("0123456789"));

        client.meetDeadline();

        assertThat(client.closed()).isFalse();
        assertThat(client.applicationTasks()).hasSize(1);
    }

    /** A client whose bytes arrive while a thread waits, but are not reported before the wait is over. */
    private static final class Unreported extends FakeConnection {
        private byte[] arriving;

        Unreported(String arriving) {
            this.arriving = bytes(arriving);
        }

        @Override
        public boolean awaitReadable(long timeoutNanos) {
            if (arriving.length > 0) {
                sends(arriving);
            }
            arriving = new byte[0];
            return false;
        }
    }

    private RequestBody body(String head, long minRate, String arriving) {
        ServerOptions options = limits().set(Settings.MIN_BODY_RATE, minRate).build();
        client = new Unreported(arriving);
        return LoneStream.of(client, shared(options), head).body();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void aThreadThatWaitsForABodyReadsWhatHasArrived(long minRate) throws IOException {
        RequestBody body = body("Content-Length: 5", minRate, "hello");

        assertThat(body.read(new byte[8], 0, 8)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void aThreadThatWaitsForAChunkReadsWhatHasArrived(long minRate) throws IOException {
        RequestBody body = body("Transfer-Encoding: chunked", minRate, "5\r\nhello\r\n");

        assertThat(body.read(new byte[8], 0, 8)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void aThreadThatWaitsInVainEnds(long minRate) {
        RequestBody body = body("Content-Length: 5", minRate, "");

        assertThatThrownBy(() -> body.read(new byte[8], 0, 8)).isInstanceOf(BodyBroken.class);
    }
}
