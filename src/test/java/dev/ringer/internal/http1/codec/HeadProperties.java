package dev.ringer.internal.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.HeadOutcome.Accepted;
import dev.ringer.testkit.Allocation;
import java.util.EnumSet;
import java.util.Set;

/**
 * Checks properties that hold for any bytes that are read as a request head:
 *
 * <ul>
 *   <li>reading throws no exception except {@code RequestRefused};
 *   <li>the sizes of the pieces make no difference;
 *   <li>the allocated memory grows only with the number of bytes;
 *   <li>an accepted head, written again in its shortest form, has the same meaning and the same tolerated violations,
 *       except folded lines;
 *   <li>a strict server accepts a head exactly if {@link GrammarHead}, an independent implementation of the RFCs,
 *       accepts it, and gives it the same meaning.
 * </ul>
 */
final class HeadProperties {
    /** Limits so low that short inputs reach each of them. */
    private static final HeadLimits NARROW = new HeadLimits(40, 5, 400);

    private static final HeadLimits WIDE = new HeadLimits(1 << 20, 1 << 16, 1 << 22);

    /** Covers the test's own copies of each byte as text. {@link #ALLOCATED_ALWAYS} covers a new parser. */
    private static final int ALLOCATED_PER_BYTE = 64;

    private static final int ALLOCATED_ALWAYS = 64 << 10;

    private HeadProperties() {}

    static void assertAll(byte[] bytes) {
        assertSameInPieces(bytes, NARROW, false);
        assertSameInPieces(bytes, NARROW, true);
        HeadOutcome strict = assertSameInPieces(bytes, WIDE, false);
        HeadOutcome legacy = assertSameInPieces(bytes, WIDE, true);

        assertAllocatesLittle(bytes);
        assertToleranceOnlyAdds(strict, legacy);
        assertMeansTheSameWrittenAgain(strict, false);
        assertMeansTheSameWrittenAgain(legacy, true);
        assertAgreesWithTheGrammar(bytes, strict);
    }

    private static HeadOutcome assertSameInPieces(byte[] bytes, HeadLimits limits, boolean legacy) {
        HeadReading reading = new HeadReading(limits, legacy);
        HeadOutcome whole = reading.whole(bytes);
        for (int size : Pieces.sizes(bytes)) {
            assertThat(reading.inPieces(bytes, size))
                    .as("in pieces of %d bytes", size)
                    .isEqualTo(whole);
        }
        return whole;
    }

    private static void assertAllocatesLittle(byte[] bytes) {
        HeadReading reading = new HeadReading(WIDE, true);

        Allocation.assertAtMost(
                ALLOCATED_ALWAYS + (long) ALLOCATED_PER_BYTE * bytes.length, () -> reading.whole(bytes));
    }

    private static void assertToleranceOnlyAdds(HeadOutcome strict, HeadOutcome legacy) {
        if (strict instanceof Accepted accepted) {
            assertThat(accepted.tolerated()).isEmpty();
            assertThat(legacy).isEqualTo(strict);
        }
        if (legacy instanceof Accepted accepted && accepted.tolerated().isEmpty()) {
            assertThat(strict).isEqualTo(legacy);
        }
    }

    private static void assertMeansTheSameWrittenAgain(HeadOutcome outcome, boolean legacy) {
        if (!(outcome instanceof Accepted first)) {
            return;
        }
        byte[] written = first.meaning().written();

        HeadOutcome again = new HeadReading(WIDE, legacy).whole(written);

        assertThat(again).isInstanceOf(Accepted.class);
        Accepted second = (Accepted) again;
        assertThat(second.length()).isEqualTo(written.length);
        assertThat(second.meaning()).isEqualTo(first.meaning());
        Set<Violation> unfolded = EnumSet.noneOf(Violation.class);
        unfolded.addAll(first.tolerated());
        unfolded.remove(Violation.FOLDED_LINE);
        assertThat(second.tolerated()).isEqualTo(unfolded);
    }

    private static void assertAgreesWithTheGrammar(byte[] bytes, HeadOutcome strict) {
        Accepted expected = GrammarHead.read(bytes).orElse(null);
        if (expected != null || strict instanceof Accepted) {
            assertThat(strict).isEqualTo(expected);
        }
    }
}
