package dev.ringer.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Scans that look at eight bytes at a time. All methods read within the given bounds only.
 *
 * <p>The word tricks are the well-known ones: with the high bit of each byte as its answer,
 * {@code (x - 0x20…) & ~x & 0x80…} marks bytes below 0x20. A borrow can mark a byte above a true hit wrongly, never
 * below it, so the lowest mark is always right; that is the only one used.
 */
public final class ByteScan {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private ByteScan() {}

    /**
     * Reads eight bytes, the first one lowest.
     *
     * @param bytes an array
     * @param at where to begin; eight bytes must follow
     * @return the bytes as a little-endian number
     */
    public static long word(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    /**
     * The first byte that is below {@code bound} or is DEL (0x7f).
     *
     * @param bytes an array
     * @param from where to begin
     * @param to where to end, exclusive
     * @param bound from 1 to 0x80
     * @return its index, or {@code to}
     */
    public static int indexOfControl(byte[] bytes, int from, int to, int bound) {
        long bounds = ONES * bound;
        int at = from;
        for (; at <= to - 8; at += 8) {
            long word = (long) WORD.get(bytes, at);
            long del = word ^ (ONES * 0x7f);
            long marks = (((word - bounds) & ~word) | ((del - ONES) & ~del)) & HIGHS;
            if (marks != 0) {
                return at + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        for (; at < to; at++) {
            byte b = bytes[at];
            if (b >= 0 && b < bound || b == 0x7f) {
                return at;
            }
        }
        return to;
    }

    /**
     * The first occurrence of a byte.
     *
     * @param bytes an array
     * @param from where to begin
     * @param to where to end, exclusive
     * @param wanted the byte
     * @return its index, or {@code to}
     */
    public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        long pattern = ONES * (wanted & 0xff);
        int at = from;
        for (; at <= to - 8; at += 8) {
            long difference = (long) WORD.get(bytes, at) ^ pattern;
            long marks = (difference - ONES) & ~difference & HIGHS;
            if (marks != 0) {
                return at + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (bytes[at] == wanted) {
                return at;
            }
        }
        return to;
    }

    /**
     * A hash of a slice, for caches of a fixed size.
     *
     * @param bytes an array
     * @param from where the slice begins
     * @param to where it ends, exclusive
     * @return a well mixed number
     */
    public static int hash(byte[] bytes, int from, int to) {
        long hash = to - from;
        int at = from;
        for (; at <= to - 8; at += 8) {
            hash = (hash ^ (long) WORD.get(bytes, at)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        for (; at < to; at++) {
            hash = (hash ^ bytes[at]) * 0x9E3779B97F4A7C15L;
        }
        return (int) (hash ^ hash >>> 32);
    }
}
