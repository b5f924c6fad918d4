package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Tests the state of a connection after a buffer could not be allocated. In an earlier version, the error left a
 * half-done state, such as a view of the loop's buffer, which soon contains another client's bytes.
 */
class SpentMemoryTest {
    private static final OutOfMemoryError SPENT = new OutOfMemoryError("on purpose");

    private final Http1Shared shared = new Http1Shared(
            ServerParts.of(ServerOptions.builder().build(), new FakeHandler(), new BufferedMemory(0)),
            System::nanoTime,
            spent(),
            spent());
    private final FakeConnection client = new FakeConnection().sends(new byte[100]);

    private static <T> BufferPool<T> spent() {
        return new BufferPool<>(1, () -> {
            throw SPENT;
        });
    }

    @Test
    void keepsNoViewOfTheLoopsBuffer() throws IOException {
        ConnectionInput input = new ConnectionInput(client, shared);
        assertThat(input.fill(new byte[1000])).isEqualTo(100);

        assertThatThrownBy(input::own).isSameAs(SPENT);

        assertThat(input.size()).isZero();
        assertThat(input.bytes()).isNull();
    }

    @Test
    void leavesNoHalfOfAnErrorPage() throws IOException {
        ConnectionOutput output = new ConnectionOutput(client, shared, client.events());

        assertThatThrownBy(() -> new ErrorPage(400, "text", false).send(output)).isSameAs(SPENT);

        assertThat(CompletableFuture.supplyAsync(output::tryLock).join())
                .as("the lock is free for another thread")
                .isTrue();
        assertThat(output.sendAll()).isTrue();
        assertThat(client.takenText()).isEmpty();
    }
}
