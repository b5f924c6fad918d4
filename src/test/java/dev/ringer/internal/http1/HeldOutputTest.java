package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http1.DueOutput.Result;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests finished responses that wait for the next one. The loop can send them without it. */
class HeldOutputTest {
    private static final int LARGEST_PAGE = 1024;

    private final Http1Shared shared = new Http1Shared(
            ServerParts.of(ServerOptions.builder().build(), new FakeHandler(true), new BufferedMemory(0)));
    private final FakeConnection client = new FakeConnection();
    private final ConnectionOutput output = new ConnectionOutput(client, shared, client.events());
    private final DueOutput due = new DueOutput(output);

    @Test
    void waitsForTheNextAndLeavesWithIt() throws IOException {
        assertThat(held(output, "one ")).isTrue();
        assertThat(held(output, "two ")).isTrue();
        flushed("three");

        assertThat(client.takenText()).isEqualTo("one two three");
        assertThat(client.writes()).isOne();
    }

    @Test
    void leavesWithoutANextAndWithoutWhatIsBehindIt() throws IOException {
        assertThat(held(output, "one")).isTrue();
        gathered("half of the next");

        assertThat(due.trySend()).isEqualTo(Result.SENT);
        assertThat(client.takenText()).isEqualTo("one");
    }

    @Test
    void leavesThoughTheNextFails() throws IOException {
        assertThat(held(output, "one")).isTrue();
        gathered("half of the next");

        output.abandon();

        assertThat(client.takenText()).isEqualTo("one");
    }

    /** A TLS engine may fail for lack of memory. In an earlier version, the connection continued without the bytes. */
    @Test
    void endsWithTheConnectionIfItCannotBeSent() throws IOException {
        Error spent = new OutOfMemoryError("on purpose");
        assertThat(held(output, "one")).isTrue();
        client.failsWith(spent);

        assertThatThrownBy(() -> flushed("two")).isSameAs(spent);

        assertThat(client.closed()).isTrue();
        assertThat(client.memory().bytes()).isZero();
    }

    @Test
    void keepsNoBufferOnceAllHasLeft() throws IOException {
        OutputBuffer only = shared.outputBuffers.rent();
        shared.outputBuffers.release(only);
        held(output, "one");

        due.trySend();

        assertThat(shared.outputBuffers.rent()).isSameAs(only);
    }

    @Test
    void joinsNothingThatASlowClientDoesNotTake() throws IOException {
        client.takes(false);
        assertThat(held(output, "one ")).isTrue();
        assertThat(due.trySend()).isEqualTo(Result.NO_ROOM);

        assertThat(held(output, "two")).isFalse();

        client.takes(true);
        flushed("");
        assertThat(client.takenText()).isEqualTo("one two");
    }

    @Test
    void isLeftToTheThreadThatWrites() throws Exception {
        held(output, "one");
        output.lock();
        try {
            Thread loop = new Thread(() -> assertThat(due.trySend()).isEqualTo(Result.LOCKED));
            loop.start();
            loop.join();
        } finally {
            output.unlock();
        }

        assertThat(client.takenText()).isEmpty();
        flushed("two");
        assertThat(client.takenText()).isEqualTo("onetwo");
    }

    /** Otherwise the next handler or the loop's error page would wait for a client that pipelines and reads nothing. */
    @Test
    void leavesRoomForAShortAnswer() throws IOException {
        client.takes(false);
        gathered("x".repeat(OutputBuffer.CAPACITY / 2 - 2 * LARGEST_PAGE));
        assertThat(held(output, "one")).isTrue();
        gathered("x".repeat(2 * LARGEST_PAGE));

        assertThat(held(output, "two")).isFalse();
    }

    @Test
    void isBounded() throws IOException {
        for (int i = 0; i < 15; i++) {
            assertThat(held(output, "one")).isTrue();
        }

        assertThat(held(output, "too much")).isFalse();
    }

    private static boolean held(ConnectionOutput output, String response) throws IOException {
        output.lock();
        try {
            put(output, response);
            return output.tryBatch();
        } finally {
            output.unlock();
        }
    }

    private void gathered(String part) throws IOException {
        output.lock();
        try {
            put(output, part);
        } finally {
            output.unlock();
        }
    }

    private void flushed(String response) throws IOException {
        output.lock();
        try {
            put(output, response);
            output.flush();
        } finally {
            output.unlock();
        }
    }

    private static void put(ConnectionOutput output, String text) throws IOException {
        output.put(text.getBytes(StandardCharsets.ISO_8859_1), 0, text.length());
    }
}
