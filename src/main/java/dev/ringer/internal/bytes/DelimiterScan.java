package dev.ringer.internal.bytes;

import java.util.Arrays;

/**
 * Finds a delimiter in bytes, such as {@code CR LF "--" boundary} of a form. The first byte of the delimiter must not
 * occur in the delimiter again. So if a comparison fails after <i>k</i> equal bytes, the delimiter cannot begin within
 * those <i>k</i> bytes. The time is therefore linear in the number of bytes, whatever bytes an attacker chooses.
 *
 * <p>In a long range of bytes, the search leaps. A gram is four bytes in a row. If a gram of the range does not occur
 * in the delimiter, the search skips almost the length of a delimiter. If the gram occurs once in the delimiter, there
 * is only one place where the delimiter can begin. If the gram occurs more often, that part of the range is searched
 * for the first byte of the delimiter.
 *
 * <p>The table of grams is built for the first long range, so small forms need no table. The benchmark is {@code
 * DelimiterScanBenchmark}. Not thread-safe.
 */
public final class DelimiterScan {
    private static final int GRAM = 4;
    private static final int TABLE_BITS = 12;
    private static final int LOOKS = 4;
    /**
     * The shortest delimiter for which the search leaps, in bytes. For shorter delimiters, looking for the first byte
     * is at least as fast.
     */
    private static final int MIN_LEAP_LENGTH = 16;
    /**
     * The longest delimiter for which the search leaps, in bytes. The table stores the position of a gram in one byte.
     */
    private static final int MAX_LEAP_LENGTH = 120;
    /**
     * The shortest range in which the search leaps, in bytes. In shorter ranges, building the table takes more time
     * than leaping saves.
     */
    private static final int MIN_LEAP_RANGE = 2048;

    private static final byte NOWHERE = 0;
    private static final byte SEVERAL = -1;

    private final byte[] delimiter;
    private final byte first;
    /** The first eight bytes of the delimiter; 0 and unused if the delimiter is shorter. */
    private final long head;

    /**
     * For each hash of a gram: the position of the gram in the delimiter plus 1, or NOWHERE, or SEVERAL. Null before
     * the first long range.
     */
    private byte[] places;

    /**
     * Prepares the search.
     *
     * @param delimiter the bytes to find, at least two. The array is not copied
     * @throws IllegalArgumentException if the first byte occurs again in the delimiter
     */
    public DelimiterScan(byte[] delimiter) {
        this.delimiter = delimiter;
        this.first = delimiter[0];
        this.head = delimiter.length >= Long.BYTES ? WordScan.word(delimiter, 0) : 0;
        if (WordScan.indexOf(delimiter, 1, delimiter.length, first) < delimiter.length) {
            throw new IllegalArgumentException("the first byte of a delimiter must not occur again in it");
        }
    }

    /**
     * Finds the delimiter in the range [from, to), or the beginning of a delimiter at the end of the range.
     *
     * @return the index of the first complete delimiter; if there is none, the index of an incomplete delimiter that
     *     ends at {@code to}; otherwise {@code to}
     */
    public int find(byte[] bytes, int from, int to) {
        int length = delimiter.length;
        if (to - from < MIN_LEAP_RANGE || length < MIN_LEAP_LENGTH || length > MAX_LEAP_LENGTH) {
            return findByWords(bytes, from, to, to);
        }
        if (places == null) {
            places = placesOf(delimiter);
        }
        int stride = length - GRAM + 1;
        int block = LOOKS * stride;
        int cleared = from;
        while (true) {
            cleared = leap(bytes, cleared, to, stride);
            if (to - cleared < block + GRAM) {
                return findByWords(bytes, cleared, to, to);
            }
            int limit = cleared + block;
            int found = findByGrams(bytes, cleared, limit, to);
            if (found < limit) {
                return found;
            }
            cleared = limit;
        }
    }

    /**
     * Skips bytes as long as the checked grams do not occur in the delimiter. Returns an index before which no
     * delimiter begins.
     */
    private int leap(byte[] bytes, int from, int to, int stride) {
        byte[] table = places;
        int look = from + stride - 1;
        int lastLook = to - GRAM - (LOOKS - 1) * stride;
        while (look < lastLook
                && (table[hash(bytes, look)]
                                | table[hash(bytes, look + stride)]
                                | table[hash(bytes, look + 2 * stride)]
                                | table[hash(bytes, look + 3 * stride)])
                        == NOWHERE) {
            look += LOOKS * stride;
        }
        return look - stride + 1;
    }

    private int findByGrams(byte[] bytes, int from, int limit, int to) {
        int stride = delimiter.length - GRAM + 1;
        for (int window = from; window < limit; window += stride) {
            int look = window + stride - 1;
            int place = places[hash(bytes, look)];
            if (place == SEVERAL) {
                int found = findByWords(bytes, window, window + stride, to);
                if (found < window + stride) {
                    return found;
                }
            } else if (place != NOWHERE && begins(bytes, look - place + 1, to)) {
                return look - place + 1;
            }
        }
        return limit;
    }

    private int findByWords(byte[] bytes, int from, int limit, int to) {
        long pattern = WordScan.repeat(first);
        int index = from;
        for (; index <= limit - Long.BYTES; index += Long.BYTES) {
            long hits = WordScan.zeroBytes(WordScan.word(bytes, index) ^ pattern);
            while (hits != 0) {
                int candidate = index + (Long.numberOfTrailingZeros(hits) >>> 3);
                if (begins(bytes, candidate, to)) {
                    return candidate;
                }
                hits &= hits - 1;
            }
        }
        while (index < limit && !(bytes[index] == first && begins(bytes, index, to))) {
            index++;
        }
        return index;
    }

    /**
     * Whether the delimiter begins at {@code index}, at least the part of it that fits before {@code to}. The
     * comparison with {@code head} already rejects nearly all wrong places.
     */
    private boolean begins(byte[] bytes, int index, int to) {
        if (to - index >= Long.BYTES && delimiter.length >= Long.BYTES && WordScan.word(bytes, index) != head) {
            return false;
        }
        int length = Math.min(delimiter.length, to - index);
        return Arrays.equals(bytes, index, index + length, delimiter, 0, length);
    }

    private static byte[] placesOf(byte[] delimiter) {
        byte[] table = new byte[1 << TABLE_BITS];
        for (int index = 0; index <= delimiter.length - GRAM; index++) {
            int slot = hash(delimiter, index);
            table[slot] = table[slot] == NOWHERE ? (byte) (index + 1) : SEVERAL;
        }
        return table;
    }

    private static int hash(byte[] bytes, int index) {
        return (WordScan.half(bytes, index) * 0x9E3779B1) >>> (Integer.SIZE - TABLE_BITS);
    }
}
