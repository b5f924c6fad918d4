package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Allocation;
import java.util.Arrays;
import java.util.List;

/**
 * What holds whatever bytes a client sends:
 *
 * <ul>
 *   <li>nothing but a refusal is thrown, and all input is taken;
 *   <li>the pieces in which it comes make no difference;
 *   <li>what is allocated grows with its length alone, whatever lengths it announces;
 *   <li>sound frames, written again by the server's own writer, say the same.
 * </ul>
 */
final class FrameProperties {
    /** The test's own: hexadecimal text that grows piece by piece, and copies of all bytes for each piece. */
    private static final int ALLOCATED_PER_BYTE = 400;

    private static final int ALLOCATED_ALWAYS = 64 << 10;

    private FrameProperties() {}

    static void assertAll(byte[] bytes) {
        List<String> whole = FrameLog.read(bytes, bytes.length + 1);
        int hash = Arrays.hashCode(bytes) >>> 1;
        for (int size : List.of(1, 2 + hash % 11, 1 + hash % (bytes.length + 1))) {
            assertThat(FrameLog.read(bytes, size)).as("in pieces of %d", size).isEqualTo(whole);
        }
        Allocation.assertAtMost(
                ALLOCATED_ALWAYS + (long) ALLOCATED_PER_BYTE * bytes.length,
                () -> FrameLog.read(bytes, bytes.length + 1));
        assertSameWrittenAgain(whole);
    }

    private static void assertSameWrittenAgain(List<String> lines) {
        if (!lines.contains("complete")
                || lines.stream().anyMatch(line -> line.startsWith("fault"))
                || count(lines, "headers") != count(lines, "block-end")) {
            return;
        }
        byte[] again = CanonicalFrames.written(lines);

        assertThat(CanonicalFrames.shortened(FrameLog.read(again, again.length)))
                .isEqualTo(CanonicalFrames.shortened(lines));
    }

    private static long count(List<String> lines, String word) {
        return lines.stream().filter(line -> line.startsWith(word)).count();
    }
}
