package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests request content whose TLS records take longer than a client may stall: what has come of a record counts. The
 * test sets the clock by which the client is judged.
 */
@Timeout(60)
class RecordsInPartTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH = 16_384;
    private static final Duration STALL = Duration.ofMillis(20);

    private final AtomicInteger looks = new AtomicInteger(); // how often the clock was read
    private final AtomicLong now = new AtomicLong(1);
    private int inPart; // bytes of an incomplete record
    private HttpStream request; // null before the handler gets it

    private final FakeConnection client = new FakeConnection() {
        @Override
        public int receivedInPart() {
            return inPart;
        }

        @Override
        public boolean isCurrent() {
            return Thread.currentThread() == loop;
        }
    };
    private final Thread loop = Thread.currentThread();
    private final FakeHandler handler = new FakeHandler(true) {
        @Override
        public void onRequest(HttpStream stream) {
            request = stream;
        }
    };

    private long clock() {
        looks.incrementAndGet();
        return now.get();
    }

    private void open(ServerOptions options) {
        ServerParts parts = ServerParts.of(options, handler, new BufferedMemory(0));
        new Http2Protocol(new Http2Shared(options, parts, this::clock)).open(client, ByteBuffer.wrap(PREFACE));
        receive(Http2Frame.SETTINGS, 0, 0, new byte[0]);
    }

    @BeforeEach
    void open() {
        open(ServerOptions.builder()
                .set(Settings.BODY_STALL_TIMEOUT, STALL)
                .set(Settings.MIN_BODY_RATE, 0L)
                .build());
    }

    private void receive(int type, int flags, int stream, byte[] payload) {
        client.sends(new Http2Frame(type, flags, stream, payload).encoded());
        client.onReadable();
        FakeConnection.runAll(client.tasks());
        FakeConnection.runAll(client.applicationTasks());
    }

    private void post(int length) {
        head(1, "content-length", Integer.toString(length));
    }

    private void head(int stream, String... fields) {
        receive(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, Http2Client.request("POST", "/", fields));
    }

    /** Lets so many bytes of a record come in three quarters of the stall timeout. */
    private void receivePart(int bytes) {
        inPart += bytes;
        client.onReadable();
        now.addAndGet(STALL.toNanos() * 3 / 4);
    }

    private void receiveWhole(int length) {
        inPart = 0;
        receive(Http2Frame.DATA, Http2Frame.END_STREAM, 1, new byte[length]);
    }

    private void judge() {
        client.meetDeadline();
        FakeConnection.runAll(client.tasks());
    }

    @Test
    void keepARequestAliveThatPrecedesItsHandler() {
        post(LENGTH);
        for (int i = 0; i < 10; i++) {
            receivePart(100);
            judge();
        }
        assertThat(request).isNull();

        receiveWhole(LENGTH);

        assertThat(request).isNotNull();
    }

    @Test
    void keepAReaderAliveThatWaitsWithoutAThread() throws Exception {
        post(10 * LENGTH);
        AtomicInteger ends = new AtomicInteger();
        request.awaitContent(ends::incrementAndGet);
        for (int i = 0; i < 10; i++) {
            receivePart(100);
            judge();
            assertThat(ends).hasValue(0);
        }

        inPart = 0;
        receive(Http2Frame.DATA, 0, 1, new byte[LENGTH]);

        assertThat(ends).hasValue(1);
        assertThat(request.readNow(new byte[LENGTH], 0, LENGTH)).isEqualTo(LENGTH);
    }

    @Test
    void keepAThreadAliveThatWaits() throws Exception {
        post(10 * LENGTH);
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
            try {
                return request.read(new byte[LENGTH], 0, LENGTH);
            } catch (Exception broken) {
                throw new AssertionError(broken);
            }
        });
        for (int i = 0; i < 5; i++) {
            receivePart(100);
            int before = looks.get();
            Deadlines.await("the reader judges its client", () -> looks.get() > before || read.isDone());
        }

        inPart = 0;
        receive(Http2Frame.DATA, 0, 1, new byte[LENGTH]);

        assertThat(read.get()).isEqualTo(LENGTH);
    }

    @Test
    void endARequestWhenTheyStop() {
        post(LENGTH);
        receivePart(100);
        judge();
        receivePart(0);
        judge();
        receivePart(0);
        judge();

        assertThat(handler.counts().of(Violation.BODY_STALLED)).isOne();
    }

    @Test
    void keepARequestAliveBesideOneThatHasArrived() {
        post(LENGTH);
        head(3, "content-length", "1");
        receive(Http2Frame.DATA, Http2Frame.END_STREAM, 3, new byte[1]);
        for (int i = 0; i < 10; i++) {
            receivePart(100);
            judge();
        }

        assertThat(handler.counts().of(Violation.BODY_STALLED)).isZero();
    }

    /** One record cannot be for all streams. */
    @Test
    void keepNoneOfManyRequestsAlive() {
        post(LENGTH);
        head(3, "content-length", "1000");
        for (int i = 0; i < 3; i++) {
            receivePart(100);
            judge();
        }

        assertThat(handler.counts().of(Violation.BODY_STALLED)).isEqualTo(2);
    }

    /** A client that waits for the response on one stream may send on another. */
    @Test
    void endNoPauseOfAnotherStream() {
        open(ServerOptions.builder().build());
        head(1);
        receive(Http2Frame.DATA, 0, 1, new byte[1]);
        head(3, "content-length", Integer.toString(LENGTH));
        int seconds = 0;
        while (seconds < 40 && request == null) {
            inPart = 1000 - inPart;
            receive(Http2Frame.DATA, 0, 3, new byte[400]);
            now.addAndGet(Duration.ofSeconds(1).toNanos());
            seconds++;
            judge();
            FakeConnection.runAll(client.applicationTasks());
        }

        assertThat(seconds).isBetween(2, 4);
        assertThat(request.requestLength()).isNegative();
    }

    /** A record in part may contain anything. So a client that sends nothing else for long may wait, too. */
    @Test
    void endNoPauseByOtherFrames() {
        open(ServerOptions.builder().build());
        head(1);
        receive(Http2Frame.DATA, 0, 1, new byte[1]);
        int seconds = 0;
        while (seconds < 40 && request == null) {
            inPart += 1000;
            now.addAndGet(Duration.ofSeconds(1).toNanos());
            seconds++;
            judge();
            FakeConnection.runAll(client.applicationTasks());
        }

        assertThat(seconds).isBetween(15, 17);
    }

    @Test
    void areLimitedAgainDuringAWait() throws Exception {
        post(10 * LENGTH);
        AtomicInteger ends = new AtomicInteger();
        request.limitBodyTime(false);
        request.awaitContent(ends::incrementAndGet);
        now.addAndGet(100 * STALL.toNanos());

        request.limitBodyTime(true);
        FakeConnection.runAll(client.tasks());
        assertThat(ends).hasValue(0);
        now.addAndGet(STALL.toNanos());
        client.meetDeadline();

        assertThat(ends).hasValue(1);
        assertThatThrownBy(() -> request.readNow(new byte[1], 0, 1)).isInstanceOf(BodyBroken.class);
    }

    /** Records of other frames pay for a stream only once. */
    @Test
    void payForNoOtherContent() {
        open(ServerOptions.builder().build());
        post(LENGTH);
        int seconds = 0;
        while (seconds < 200 && handler.refused() == 0) {
            inPart = (inPart + 1000) % 16_000; // and with each whole record comes a PING
            client.onReadable();
            if (inPart == 0) {
                receive(Http2Frame.PING, 0, 0, new byte[8]);
            }
            now.addAndGet(Duration.ofSeconds(1).toNanos());
            seconds++;
            judge();
        }

        assertThat(seconds).isBetween(30, 60);
    }
}
