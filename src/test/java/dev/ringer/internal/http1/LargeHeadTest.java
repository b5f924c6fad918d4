package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests the memory for heads that are larger than a pooled buffer. */
class LargeHeadTest {
    /** The size from which an array is humongous to G1, if its regions have the smallest possible size. */
    private static final int HUMONGOUS = 512 * 1024;

    private static final int LARGEST_HEAD = ServerOptions.builder()
            .build()
            .get(Settings.MAX_REQUEST_HEADER_SIZE)
            .intValue();

    private final BufferedMemory memory = new BufferedMemory(0);

    @Test
    void theLargestHeadByDefaultTakesNoArrayThatG1TreatsAlone() throws IOException {
        ConnectionInput input = filled(LARGEST_HEAD + Http1Shared.INPUT_BUFFER, ServerOptions.builder());

        assertThat(input.size()).isEqualTo(LARGEST_HEAD + Http1Shared.INPUT_BUFFER);
        assertThat(input.capacity()).isEqualTo(input.size()).isLessThan(HUMONGOUS);
        assertThat(memory.taken()).isEqualTo(input.capacity());
    }

    @Test
    void whatIsSmallerTakesNoMoreThanTwiceItsSize() throws IOException {
        for (int size = Http1Shared.INPUT_BUFFER; size < LARGEST_HEAD; size += 10_000) {
            assertThat(filled(size, ServerOptions.builder()).capacity()).isBetween(size, 2 * size);
        }
    }

    /** An earlier protocol on the connection may hand over so many bytes. */
    @Test
    void moreThanAHeadMayBeIsKeptAllTheSame() throws IOException {
        ConnectionInput input = filled(100_000, ServerOptions.builder().set(Settings.MAX_REQUEST_HEADER_SIZE, 1000));

        assertThat(input.size()).isEqualTo(100_000);
    }

    private ConnectionInput filled(int size, ServerOptions.Builder options) throws IOException {
        Http1Shared shared = new Http1Shared(ServerParts.of(options.build(), new FakeHandler(), memory));
        ConnectionInput input = new ConnectionInput(new FakeConnection(memory).sends(new byte[size]), shared);
        while (input.size() < size) {
            assertThat(input.fill(null)).isPositive();
        }
        return input;
    }
}
