package dev.ringer.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches byte arrays eight bytes at a time. Benchmarks: {@code HeadBenchmark} for the short searches in heads,
 * {@code DelimiterScanBenchmark} for long ones.
 *
 * <p>All methods read only {@code [from, to)} and allocate nothing. Stateless, so safe for any thread.
 */
public final class WordScan {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle HALVES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private WordScan() {}

    /**
     * Reads the eight bytes from {@code index} on. The first byte is the lowest.
     *
     * @param bytes the array
     * @param index the index of the first byte
     * @return the word
     */
    public static long word(byte[] bytes, int index) {
        return (long) WORDS.get(bytes, index);
    }

    /**
     * Reads the four bytes from {@code index} on. The first byte is the lowest.
     *
     * @param bytes the array
     * @param index the index of the first byte
     * @return the half word
     */
    public static int half(byte[] bytes, int index) {
        return (int) HALVES.get(bytes, index);
    }

    /**
     * Finds the first byte that equals {@code wanted}.
     *
     * @param bytes the array
     * @param from the first index to search
     * @param to the index to stop before
     * @param wanted the byte to find
     * @return its index, or {@code to} where there is none
     */
    public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        long pattern = repeat(wanted);
        int index = from;
        // four words without a branch in between, so that a run of hits costs the same as a run of misses
        for (; index <= to - 32; index += 32) {
            long any = zeroBytes(word(bytes, index) ^ pattern)
                    | zeroBytes(word(bytes, index + 8) ^ pattern)
                    | zeroBytes(word(bytes, index + 16) ^ pattern)
                    | zeroBytes(word(bytes, index + 24) ^ pattern);
            if (any != 0) {
                break;
            }
        }
        return indexOfNear(bytes, index, to, wanted);
    }

    /**
     * Finds the first byte that equals {@code wanted}, if it is likely to be among the next few bytes.
     *
     * @param bytes the array
     * @param from the first index to search
     * @param to the index to stop before
     * @param wanted the byte to find
     * @return its index, or {@code to} where there is none
     */
    public static int indexOfNear(byte[] bytes, int from, int to, byte wanted) {
        long pattern = repeat(wanted);
        int index = from;
        for (; index <= to - 8; index += 8) {
            long hits = zeroBytes(word(bytes, index) ^ pattern);
            if (hits != 0) {
                return index + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
        if (to - from >= 8) {
            return firstOfLast(zeroBytes(word(bytes, to - 8) ^ pattern), index, to);
        }
        while (index < to && bytes[index] != wanted) {
            index++;
        }
        return index;
    }

    /**
     * Finds the first byte that equals one of two.
     *
     * @param bytes the array
     * @param from the first index to search
     * @param to the index to stop before
     * @param one the first byte to find
     * @param other the second byte to find
     * @return its index, or {@code to} where there is none
     */
    public static int indexOfEither(byte[] bytes, int from, int to, byte one, byte other) {
        long first = repeat(one);
        long second = repeat(other);
        int index = from;
        for (; index <= to - 8; index += 8) {
            long word = word(bytes, index);
            long hits = zeroBytes(word ^ first) | zeroBytes(word ^ second);
            if (hits != 0) {
                return index + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
        while (index < to && bytes[index] != one && bytes[index] != other) {
            index++;
        }
        return index;
    }

    /**
     * Finds the first control character: a byte below 0x20, or 0x7f.
     *
     * @param bytes the array
     * @param from the first index to search
     * @param to the index to stop before
     * @return its index, or {@code to} where there is none
     */
    public static int indexOfControl(byte[] bytes, int from, int to) {
        return indexOfControl(bytes, from, to, ' ');
    }

    /**
     * Whether every byte is below 0x80.
     *
     * @param bytes the array
     * @param from the first index to search
     * @param to the index to stop before
     * @return true if so, also if the range is empty
     */
    public static boolean isAscii(byte[] bytes, int from, int to) {
        int index = from;
        for (; index <= to - 8; index += 8) {
            if ((word(bytes, index) & HIGH_BITS) != 0) {
                return false;
            }
        }
        while (index < to && bytes[index] >= 0) {
            index++;
        }
        return index >= to;
    }

    static long repeat(byte value) {
        return (value & 0xff) * LOW_BITS;
    }

    // The lowest set bit marks the first zero byte. Higher marks may be wrong, because the subtraction borrows.
    static long zeroBytes(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }

    /**
     * Finds the first byte that is below {@code bound} or is DEL (0x7f).
     *
     * @param bytes an array
     * @param from where to begin
     * @param to where to end, exclusive
     * @param bound from 1 to 0x80
     * @return its index, or {@code to}
     */
    public static int indexOfControl(byte[] bytes, int from, int to, int bound) {
        long bounds = LOW_BITS * bound;
        int index = from;
        for (; index <= to - 8; index += 8) {
            long hits = controls(word(bytes, index), bounds);
            if (hits != 0) {
                return index + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
        if (to - from >= 8) {
            return firstOfLast(controls(word(bytes, to - 8), bounds), index, to);
        }
        while (index < to && (bytes[index] >= bound && bytes[index] != 0x7f || bytes[index] < 0)) {
            index++;
        }
        return index;
    }

    private static long controls(long word, long bounds) {
        long below = (word - bounds) & ~word & HIGH_BITS;
        return below | zeroBytes(word ^ (0x7f * LOW_BITS));
    }

    /**
     * Returns the index of the first hit in the last eight bytes. The bytes before {@code from} have been searched and
     * have no hit. So the subtraction borrows nothing from them, and the marks after them are right.
     */
    private static int firstOfLast(long hits, int from, int to) {
        long left = from == to ? 0 : hits >>> (8 * (from - to + 8));
        return left == 0 ? to : from + (Long.numberOfTrailingZeros(left) >>> 3);
    }

    /**
     * Returns a hash of a slice, for caches of a fixed size.
     *
     * @param bytes an array
     * @param from where the slice begins
     * @param to where it ends, exclusive
     * @return a well mixed number
     */
    public static int hash(byte[] bytes, int from, int to) {
        long hash = to - from;
        if (hash >= 8) {
            for (int at = from; at < to - 8; at += 8) {
                hash = mixed(hash, word(bytes, at));
            }
            hash = mixed(hash, word(bytes, to - 8)); // overlaps the word before: HeadBenchmark.values
        } else {
            for (int at = from; at < to; at++) {
                hash = mixed(hash, bytes[at]);
            }
        }
        return (int) (hash ^ hash >>> 32);
    }

    private static long mixed(long hash, long more) {
        long product = (hash ^ more) * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 29;
    }
}
