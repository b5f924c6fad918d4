package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Finished responses that wait for the next one, and the watchdog that ends their wait. */
class HeldOutputTest {
    private final Http1Shared shared = new Http1Shared(ServerOptions.builder().build(), new NoHandler());
    private final FakeTransport client = new FakeTransport(0);
    private final ConnectionOutput output = new ConnectionOutput(client.transport(), shared);

    @AfterEach
    void stop() {
        shared.stop();
    }

    @Test
    void waitsForTheNextAndLeavesWithIt() throws IOException {
        assertThat(held(output, "one ")).isTrue();
        assertThat(held(output, "two ")).isTrue();
        flushed("three");

        assertThat(client.sent()).isEqualTo("one two three");
        assertThat(client.writes).isOne();
        assertThat(shared.watchdog.holding()).isZero();
    }

    @Test
    void leavesSoonWithoutANext() throws IOException {
        assertThat(held(output, "one")).isTrue();

        Deadlines.await("it has left", () -> client.sent().equals("one"));
        assertThat(shared.watchdog.holding()).isZero();
    }

    @Test
    void keepsNoBufferOnceAllHasLeft() throws IOException {
        OutputBuffer only = shared.outputBuffers.rent();
        shared.outputBuffers.giveBack(only);
        held(output, "one");

        Deadlines.await("it has left", () -> client.sent().equals("one"));
        Deadlines.await("nothing is held", () -> shared.watchdog.holding() == 0);
        output.lock(); // whoever sent it is done
        output.unlock();
        assertThat(shared.outputBuffers.rent()).isSameAs(only);
    }

    @Test
    void joinsNothingThatASlowClientDoesNotTake() throws IOException {
        client.takes = false;
        assertThat(held(output, "one ")).isTrue();
        Deadlines.await("it was offered", () -> client.writes > 0);

        assertThat(held(output, "two")).isFalse();

        client.takes = true;
        flushed("");
        assertThat(client.sent()).isEqualTo("one two");
        assertThat(shared.watchdog.holding()).isZero();
    }

    @Test
    void asksASlowClientSeldom() throws IOException {
        client.takes = false;
        held(output, "one");

        Deadlines.await("it was offered some times", () -> client.writes > 8);
        int before = client.writes;
        long begin = System.nanoTime();
        Deadlines.await("it was offered again", () -> client.writes >= before + 3);

        assertThat((System.nanoTime() - begin) / 1_000_000)
                .as("milliseconds for three tries")
                .isGreaterThan(90);
    }

    @Test
    void closesTheConnectionAfterAnError() throws IOException {
        client.failure = new OutOfMemoryError("on purpose");
        held(output, "one");

        Deadlines.await("it is closed", () -> client.closed);
        Deadlines.await("nothing is held", () -> shared.watchdog.holding() == 0);
        client.failure = null;
        assertThat(held(new ConnectionOutput(client.transport(), shared), "another"))
                .isTrue();
        Deadlines.await("the watchdog goes on", () -> client.sent().equals("another"));
    }

    @Test
    void isBounded() throws IOException {
        client.takes = false;
        for (int i = 0; i < HeldOutputWatchdog.MOST_HOLDING; i++) {
            assertThat(held(new ConnectionOutput(client.transport(), shared), "one"))
                    .isTrue();
        }

        assertThat(held(output, "too much")).isFalse();
    }

    private static boolean held(ConnectionOutput output, String response) throws IOException {
        output.lock();
        try {
            put(output, response);
            return output.hold();
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
