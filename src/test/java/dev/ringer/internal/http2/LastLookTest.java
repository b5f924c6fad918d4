package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests clients whose frames arrive just before a time limit passes, while the loop is busy with others. The limit is
 * over when the server looks at the socket for the last time, and then the frames must count.
 */
class LastLookTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final AtomicReference<HttpStream> request = new AtomicReference<>();
    private final FakeHandler handler = new FakeHandler() {
        @Override
        public void onRequest(HttpStream stream) {
            request.set(stream);
        }
    };
    private int checks; // how often the protocol has asked for input that the selector does not report
    private final FakeConnection client = new FakeConnection() {
        @Override
        public void checkForInput() {
            checks++;
        }
    };

    private static byte[] together(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static byte[] frame(int type, int flags, int stream, byte[] content) {
        return new Http2Frame(type, flags, stream, content).encoded();
    }

    private static byte[] begin() {
        return together(PREFACE, frame(Http2Frame.SETTINGS, 0, 0, new byte[0]));
    }

    /** What the server has read before the limit, and what arrives unseen. */
    static Stream<Arguments> late() {
        byte[] get = Http2Client.request("GET", "/");
        byte[] post = Http2Client.request("POST", "/", "content-length", "10");
        byte[] body = frame(Http2Frame.DATA, Http2Frame.END_STREAM, 1, new byte[10]);
        byte[] head = frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, 1, post);
        byte[] request = frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS | Http2Frame.END_STREAM, 1, get);
        return Stream.of(
                Arguments.of(
                        "settings", PREFACE, List.of(together(frame(Http2Frame.SETTINGS, 0, 0, new byte[0]), request))),
                Arguments.of("first request", begin(), List.of(request)),
                Arguments.of("whole body", together(begin(), head), List.of(body)),
                Arguments.of(
                        "rest of a body",
                        together(begin(), head, frame(Http2Frame.DATA, 0, 1, new byte[9])),
                        List.of(frame(Http2Frame.DATA, Http2Frame.END_STREAM, 1, new byte[1]))),
                Arguments.of(
                        "last byte of a frame",
                        together(begin(), head, Arrays.copyOf(body, body.length - 1)),
                        List.of(new byte[1])));
    }

    private void open(byte[] received) {
        open(received, 0);
    }

    private void open(byte[] received, long minRate) {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.MIN_BODY_RATE, minRate)
                .set(Settings.IDLE_INTERVAL, Duration.ofNanos(1))
                .set(Settings.HEAD_TIMEOUT, Duration.ofNanos(1))
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ofNanos(1))
                .build();
        ServerParts parts = ServerParts.of(options, handler, new BufferedMemory(0));
        new Http2Protocol(new Http2Shared(options, parts)).open(client, ByteBuffer.wrap(received));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("late")
    void aRequestThatIsCompleteInTimeIsServed(String what, byte[] before, List<byte[]> unseen) {
        open(before);
        unseen.forEach(client::sends);

        client.meetDeadline();

        assertThat(client.closed()).isFalse();
        assertThat(handler.refused()).isZero();
        assertThat(client.applicationTasks()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("late")
    void aClientThatSendsNothingIsNot(String what, byte[] before, List<byte[]> unseen) {
        open(before);

        client.meetDeadline();

        assertThat(client.applicationTasks()).isEmpty();
    }

    @Test
    void inputThatTheSelectorDoesNotReportIsNotForgotten() {
        open(begin());

        client.meetDeadline();

        assertThat(checks).isOne();
    }

    /** Lets a thread of the application read a body that is too large to precede it, and plays the loop meanwhile. */
    private FutureTask<Integer> read(long minRate, byte[] unseen) {
        byte[] post = Http2Client.request("POST", "/", "content-length", "10000000");
        open(together(begin(), frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, 1, post)), minRate);
        client.applicationTasks().remove().run();
        client.sends(unseen);
        FutureTask<Integer> reading = new FutureTask<>(() -> request.get().read(new byte[8], 0, 8));
        new Thread(reading).start();
        Deadlines.await("the end of the read", () -> {
            FakeConnection.runAll(client.tasks());
            return reading.isDone();
        });
        return reading;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void aThreadThatWaitsForContentReadsWhatHasArrived(long minRate) throws Exception {
        assertThat(read(minRate, frame(Http2Frame.DATA, 0, 1, new byte[5])).get())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void aThreadThatWaitsInVainEnds(long minRate) {
        FutureTask<Integer> reading = read(minRate, frame(Http2Frame.PING, 0, 0, new byte[8]));

        assertThatThrownBy(reading::get).hasCauseInstanceOf(BodyBroken.class);
    }
}
