package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a connection is closed in time, even if its client does not read the last GOAWAY. */
@Timeout(60)
class EndWithoutReaderTest {
    private static final Duration IDLE = Duration.ofMillis(1);
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int SIZE = 24_000;

    private final Client client = new Client();
    private final FakeHandler handler = new FakeHandler() {
        @Override
        public void onRequest(HttpStream stream) {
            answer(stream);
        }
    };
    private long now = 1; // clock that measures rates; the loop's times are real

    /** A client that knows whether a deadline is set. */
    private static final class Client extends FakeConnection {
        private ConnectionEvents events;
        private boolean due;

        @Override
        public void serveBy(ConnectionEvents protocol) {
            super.serveBy(protocol);
            events = protocol;
        }

        @Override
        public void schedule(Deadline next, long nanos) {
            super.schedule(next, nanos);
            due = nanos != TimeLimit.OFF;
        }

        /** Lets the deadline pass. Returns false if none is set or the connection is closed. */
        boolean meetsDeadline() {
            if (closed() || !due) {
                return false;
            }
            due = false;
            meetDeadline();
            return true;
        }
    }

    private void open(ServerOptions.Builder options) {
        openWhole(options.set(Settings.DRAIN_TIMEOUT, Duration.ofMillis(1)).build());
    }

    private void openWhole(ServerOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, new byte[0]).encoded());
        ServerParts parts = ServerParts.of(options, handler, new BufferedMemory(0));
        new Http2Protocol(new Http2Shared(options, parts, () -> now))
                .open(client, ByteBuffer.wrap(bytes.toByteArray()));
        runAll();
    }

    private void runAll() {
        while (!client.tasks().isEmpty() || !client.applicationTasks().isEmpty()) {
            FakeConnection.runAll(client.tasks());
            FakeConnection.runAll(client.applicationTasks());
        }
    }

    private void meetAllDeadlines() {
        while (client.meetsDeadline()) {
            now += Math.min(client.deadlineNanos(), TimeUnit.SECONDS.toNanos(1));
            runAll();
        }
    }

    /** The socket of an idle connection may be full too, of data that the transport itself sends, as TLS does. */
    @Test
    void isClosedWhenItWasIdle() {
        open(ServerOptions.builder().set(Settings.IDLE_INTERVAL, IDLE));
        client.takes(false);

        meetAllDeadlines();

        assertThat(client.closed()).isTrue();
        assertThat(handler.counts().of(Limit.IDLE_INTERVAL)).isEqualTo(1);
        assertThat(handler.counts().of(Limit.DRAIN_TIMEOUT)).isEqualTo(1);
    }

    @Test
    void hasALastDeadlineAlsoWithoutALimitOnDrains() {
        openWhole(ServerOptions.builder()
                .set(Settings.IDLE_INTERVAL, IDLE)
                .set(Settings.DRAIN_TIMEOUT, Duration.ZERO)
                .build());
        client.takes(false);

        while (handler.counts().of(Limit.IDLE_INTERVAL) == 0) {
            assertThat(client.meetsDeadline()).isTrue();
            runAll();
        }

        assertThat(client.due).isTrue();
        assertThat(client.deadlineNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void isClosedWhenTheServerStops() {
        open(ServerOptions.builder()
                .set(Settings.IDLE_INTERVAL, Duration.ZERO)
                .set(Settings.HEAD_TIMEOUT, Duration.ZERO)
                .set(Settings.WRITE_STALL_TIMEOUT, Duration.ZERO)
                .set(Settings.MIN_RESPONSE_RATE, 0));
        client.takes(false);

        client.events.closeIfIdle();
        meetAllDeadlines();

        assertThat(client.closed()).isTrue();
    }

    @Test
    void isNotClosedWhileAResponseLeavesAtItsRate() {
        open(ServerOptions.builder().set(Settings.IDLE_INTERVAL, IDLE));
        client.takes(false);
        byte[] block = Http2Client.request("GET", "/");
        client.sends(new Http2Frame(Http2Frame.HEADERS, 5, 1, block).encoded());
        client.onReadable();
        runAll();

        long begun = System.nanoTime();
        while (System.nanoTime() - begun <= IDLE.toNanos()) {
            Thread.onSpinWait();
        }
        for (int second = 0; second < 90; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            client.takesMore(SIZE / 90);
            client.meetDeadline();
            runAll();
            assertThat(client.closed()).isFalse();
        }
        assertThat(handler.counts().of(Limit.IDLE_INTERVAL)).isEqualTo(1);

        meetAllDeadlines(); // now the client reads nothing more
        assertThat(client.closed()).isTrue();
        assertThat(handler.counts().of(Limit.MIN_RESPONSE_RATE)).isEqualTo(1);
    }

    private static void answer(HttpStream stream) {
        try {
            stream.respond(200, SIZE, visitor -> {});
            stream.write(new byte[SIZE], 0, SIZE);
            stream.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
