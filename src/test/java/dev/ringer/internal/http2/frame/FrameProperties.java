package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Allocation;
import java.util.Arrays;
import java.util.List;

/**
 * Checks properties that hold for any bytes that a client sends:
 *
 * <ul>
 *   <li>the reader throws no exception except {@code Http2Refused}, and reads all input;
 *   <li>the sizes of the pieces make no difference;
 *   <li>the allocated memory grows only with the number of bytes, whatever lengths they announce;
 *   <li>valid frames, written again by the server's own writer, have the same meaning.
 * </ul>
 */
final class FrameProperties {
    /**
     * Covers the test's own memory: hexadecimal text that grows with each piece, and a copy of all bytes for each
     * piece.
     */
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
