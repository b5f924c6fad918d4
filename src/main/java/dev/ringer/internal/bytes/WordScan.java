package dev.ringer.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches byte arrays eight bytes at a time. Benchmarks: {@code HeadBenchmark} for short searches,
 * {@code DelimiterScanBenchmark} for long ones.
 *
 * <p>The search methods read only the bytes in {@code [from, to)}. They return {@code to} if they find nothing. No
 * method allocates. Thread-safe.
 */
public final class WordScan {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle HALVES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private WordScan() {}

    /** Reads the eight bytes that begin at {@code index} as a long. The first byte becomes the lowest. */
    public static long word(byte[] bytes, int index) {
        return (long) WORDS.get(bytes, index);
    }

    /** Reads the four bytes that begin at {@code index} as an int. The first byte becomes the lowest. */
    public static int half(byte[] bytes, int index) {
        return (int) HALVES.get(bytes, index);
    }

    /** Finds the first byte that equals {@code wanted}. */
    public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        long pattern = repeat(wanted);
        int index = from;
        // One branch for four words: if hits are frequent, the processor would often mispredict a branch for each word.
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
     * Finds the first byte that equals {@code wanted}. Faster than {@link #indexOf} if that byte is likely to be near
     * {@code from}.
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

    /** Finds the first byte that equals {@code one} or {@code other}. */
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

    /** Finds the first control character: a byte below 0x20, or 0x7f. */
    public static int indexOfControl(byte[] bytes, int from, int to) {
        return indexOfControl(bytes, from, to, ' ');
    }

    /** Whether every byte is below 0x80. True if the range is empty. */
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

    /**
     * Returns a word in which the highest bit of each zero byte of {@code word} is set. Only the lowest set bit is
     * reliable: above a zero byte, a byte with the value 1 is marked too.
     */
    static long zeroBytes(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }

    /** Finds the first byte that is below {@code bound}, or that is DEL (0x7f). {@code bound} is from 1 to 0x80. */
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
     * Returns the index of the first hit in [from, to); {@code to} if there is none. {@code hits} has the highest bit
     * set for each hit in the last eight bytes before {@code to}. Bits above a hit may be wrong (see {@link
     * #zeroBytes}), so the caller has checked that the bytes before {@code from} are no hits.
     */
    private static int firstOfLast(long hits, int from, int to) {
        long left = from == to ? 0 : hits >>> (8 * (from - to + 8));
        return left == 0 ? to : from + (Long.numberOfTrailingZeros(left) >>> 3);
    }

    /**
     * Returns a hash of the bytes in [from, to). The low bits of the hash are well mixed, so a cache can use them as an
     * index.
     */
    public static int hash(byte[] bytes, int from, int to) {
        long hash = to - from;
        if (hash >= 8) {
            for (int at = from; at < to - 8; at += 8) {
                hash = mixed(hash, word(bytes, at));
            }
            // The last eight bytes may overlap the word before them. One word is faster than a loop over the remaining
            // bytes (HeadBenchmark.values).
            hash = mixed(hash, word(bytes, to - 8));
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
