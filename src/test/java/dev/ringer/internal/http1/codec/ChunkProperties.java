package dev.ringer.internal.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Allocation;
import java.nio.charset.StandardCharsets;

/**
 * Checks properties that hold for any bytes that are read as a chunked body:
 *
 * <ul>
 *   <li>the decoder throws no exception except {@code BodyBroken};
 *   <li>the sizes of the pieces change neither the data nor the violation that follows the data;
 *   <li>the allocated memory grows only with the number of bytes, whatever chunk sizes they announce;
 *   <li>a complete body, written again as one chunk or as chunks of one byte, has the same data;
 *   <li>a body is complete exactly if {@link GrammarChunks}, an independent implementation of the RFC, finds it
 *       complete.
 * </ul>
 */
final class ChunkProperties {
    /** Limits so low that short inputs reach each of them. */
    private static final ChunkLimits NARROW = new ChunkLimits(12, 20, 40, new HeadLimits(0, 2, 90));

    private static final ChunkLimits WIDE =
            new ChunkLimits(1 << 20, 1 << 20, Long.MAX_VALUE, new HeadLimits(0, 1 << 16, 1 << 22));

    /** Covers a few copies of each byte as text. {@link #ALLOCATED_ALWAYS} covers the decoder. */
    private static final int ALLOCATED_PER_BYTE = 64;

    private static final int ALLOCATED_ALWAYS = 16 << 10;

    private ChunkProperties() {}

    static void assertAll(byte[] bytes) {
        assertSameInPieces(bytes, NARROW);
        ChunkOutcome outcome = assertSameInPieces(bytes, WIDE);

        Allocation.assertAtMost(
                ALLOCATED_ALWAYS + (long) ALLOCATED_PER_BYTE * bytes.length, () -> ChunkReading.whole(bytes, WIDE));
        assertSameDataWrittenAgain(outcome);
        assertAgreesWithTheGrammar(bytes, outcome);
    }

    private static ChunkOutcome assertSameInPieces(byte[] bytes, ChunkLimits limits) {
        ChunkOutcome whole = ChunkReading.whole(bytes, limits);
        for (int size : Pieces.sizes(bytes)) {
            assertThat(ChunkReading.inPieces(bytes, limits, size))
                    .as("in pieces of %d bytes", size)
                    .isEqualTo(whole);
        }
        return whole;
    }

    private static void assertSameDataWrittenAgain(ChunkOutcome outcome) {
        if (!outcome.complete()) {
            return;
        }
        String data = outcome.data();
        String asOne = data.isEmpty() ? "" : Integer.toHexString(data.length()) + "\r\n" + data + "\r\n";
        StringBuilder asMany = new StringBuilder();
        data.chars().forEach(c -> asMany.append("1\r\n").append((char) c).append("\r\n"));

        assertThat(ChunkReading.whole(ended(asOne), WIDE).data()).isEqualTo(data);
        assertThat(ChunkReading.whole(ended(asMany), WIDE))
                .isEqualTo(ChunkOutcome.complete(data, ended(asMany).length));
    }

    private static byte[] ended(CharSequence chunks) {
        return (chunks + "0\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void assertAgreesWithTheGrammar(byte[] bytes, ChunkOutcome outcome) {
        ChunkOutcome expected = GrammarChunks.read(bytes).orElse(null);
        if (expected != null || outcome.complete()) {
            assertThat(outcome).isEqualTo(expected);
        }
    }
}
