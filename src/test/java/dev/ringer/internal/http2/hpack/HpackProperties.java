package dev.ringer.internal.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks properties that hold for any octets that a client sends as a field block:
 *
 * <ul>
 *   <li>the decoder throws no exception except {@code Http2Refused};
 *   <li>the sizes of the pieces make no difference;
 *   <li>the allocated memory grows only with the number of octets and the limit, whatever lengths they announce;
 *   <li>a lower limit only omits lines at the end, and does not change the dynamic table;
 *   <li>the lines, encoded again, are decoded as the same lines.
 * </ul>
 */
final class HpackProperties {
    private static final int WIDE = 1 << 20;

    /** Covers a decoder's tables, and one line for each octet of the limit. */
    private static final int ALLOCATED_ALWAYS = 128 << 10;

    private static final int NARROW = 1000;

    private HpackProperties() {}

    static void assertAll(byte[] block) {
        HpackDecoder wide = new HpackDecoder(WIDE);
        FieldLog log = FieldLog.of(wide, block, block.length + 1, 1);
        List<String> whole = log.lines;
        int hash = Arrays.hashCode(block) >>> 1;
        for (int size : List.of(1, 2 + hash % 7, 1 + hash % (block.length + 1))) {
            assertThat(FieldLog.read(new HpackDecoder(WIDE), block, size))
                    .as("in pieces of %d", size)
                    .isEqualTo(whole);
        }
        Allocation.assertAtMost(
                ALLOCATED_ALWAYS + 20L * block.length,
                () -> FieldLog.read(new HpackDecoder(NARROW), block, block.length + 1));
        assertLimitOnlyLeavesOut(block, hash % 300, whole, wide.tableSize());
        if (whole.isEmpty() || !whole.get(whole.size() - 1).startsWith("refused")) {
            assertSameWhenEncodedAgain(log.namesAndValues);
        }
    }

    private static void assertLimitOnlyLeavesOut(byte[] block, int limit, List<String> whole, int tableSize) {
        HpackDecoder narrow = new HpackDecoder(limit);
        List<String> told = FieldLog.read(narrow, block, 3);

        assertThat(narrow.tableSize()).isEqualTo(tableSize);
        int tooLarge = told.indexOf("too large");
        if (tooLarge < 0) {
            assertThat(told).isEqualTo(whole);
        } else {
            assertThat(told.subList(0, tooLarge)).isEqualTo(whole.subList(0, tooLarge));
            assertThat(told.size() - tooLarge).isLessThanOrEqualTo(2);
        }
    }

    private static void assertSameWhenEncodedAgain(List<String> namesAndValues) {
        HpackEncoder encoder = new HpackEncoder();
        HpackDecoder decoder = new HpackDecoder(WIDE);
        List<String> sent = new ArrayList<>(namesAndValues);
        for (int i = 0; i < sent.size(); i += 2) {
            sent.set(i, lowerCased(sent.get(i)));
        }
        for (int times = 0; times < 3; times++) {
            encoder.begin();
            for (int i = 0; i < sent.size(); i += 2) {
                encoder.line(sent.get(i), sent.get(i + 1), 0, false);
            }
            byte[] again = Arrays.copyOf(encoder.block(), encoder.size());

            assertThat(FieldLog.of(decoder, again, 5, 5).namesAndValues).isEqualTo(sent);
            assertThat(decoder.tableSize()).isEqualTo(encoder.tableSize());
        }
    }

    private static String lowerCased(String name) {
        StringBuilder lower = new StringBuilder(name);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            lower.setCharAt(i, c >= 'A' && c <= 'Z' ? (char) (c + 0x20) : c);
        }
        return lower.toString();
    }
}
