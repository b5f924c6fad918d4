package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a connection whose request body is awaited without a thread. */
class WaitingReaderTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n";

    private final FakeConnection client = new FakeConnection() {
        @Override
        public boolean holdsInput() {
            looks++;
            return false;
        }
    };
    private Http1Connection connection;
    private HttpStream stream;
    private int ends;
    private int looks; // how often somebody has looked for bytes in the transport, which only the reader may use

    @BeforeEach
    void open() {
        FakeHandler handler = new FakeHandler() {
            @Override
            public void onRequest(HttpStream made) {
                stream = made;
            }
        };
        ServerParts parts = ServerParts.of(ServerOptions.builder().build(), handler, new BufferedMemory(0));
        connection = new Http1Connection(new RequestReader(new Http1Shared(parts)), client);
        connection.open(ByteBuffer.wrap(HEAD.getBytes(StandardCharsets.US_ASCII)));
        FakeConnection.runAll(client.applicationTasks());
    }

    private int read() throws IOException {
        return stream.readNow(new byte[100], 0, 100);
    }

    private void await() throws IOException {
        stream.awaitContent(() -> ends++);
        FakeConnection.runAll(client.tasks());
    }

    @Test
    void isLimitedAgainDuringTheWait() throws IOException {
        stream.limitBodyTime(false);
        await();
        assertThat(client.deadlineNanos()).isNotEqualTo(RateWindow.SLICE_NANOS);

        stream.limitBodyTime(true);
        FakeConnection.runAll(client.tasks());

        assertThat(client.deadlineNanos()).isEqualTo(RateWindow.SLICE_NANOS);
    }

    @Test
    void isEvictedWhenItsMemoryIsNeeded() throws IOException {
        assertThat(connection.evictable()).isFalse();
        assertThat(connection.evict()).isFalse();
        await();

        assertThat(connection.evictable()).isTrue();
        assertThat(connection.evict()).isTrue();

        assertThat(client.closed()).isTrue();
        connection.onClosed();
        assertThat(ends).isOne();
    }

    @Test
    void isNotEvictedWhileItsReaderReads() throws IOException {
        await();
        client.sends(new byte[100]);
        connection.onReadable();

        assertThat(ends).isOne();
        assertThat(connection.evictable()).isFalse();
        assertThat(connection.evict()).isFalse();
        assertThat(read()).isEqualTo(100);
    }

    @Test
    void endsTheWaitOfAReaderThatMayReadNoMore() throws IOException {
        assertThat(read()).isZero();
        stream.stopReading(); // by another thread, just before the reader waits

        await();

        assertThat(ends).isOne();
        assertThatIOException().isThrownBy(this::read);
    }

    @Test
    void isLeftAloneByTheLoopWhileItsReaderReads() throws IOException {
        stream.awaitContent(() -> ends++);
        connection.onReadable(); // the wait ends before the loop has begun it
        assertThat(ends).isOne();
        int before = looks;

        FakeConnection.runAll(client.tasks());

        assertThat(looks).isEqualTo(before);
    }
}
