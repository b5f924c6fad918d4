package dev.ringer.internal.bytes;

import java.util.Arrays;

/**
 * Finds a delimiter in bytes, such as the line between two fields of an HTML form. The first byte of the delimiter must
 * not occur in the delimiter again. So if a comparison fails after <i>k</i> equal bytes, the delimiter cannot begin
 * within those <i>k</i> bytes. So the time is linear in the number of bytes, even if an attacker chooses the bytes.
 *
 * <p>In a long range, the search leaps over bytes. It reads only one gram (four bytes in a row) per stride, which is
 * almost the length of the delimiter. A table says where the gram occurs in the delimiter: nowhere, so that the search
 * skips the stride; once, so that the delimiter can begin only at one place; or several times. In the last case, the
 * search looks for the first byte of the delimiter in this stride.
 *
 * <p>The table is built for the first long range, so small forms need no table. The benchmark is {@code
 * DelimiterScanBenchmark}. Not thread-safe.
 */
public final class DelimiterScan {
    private static final int GRAM = 4;
    private static final int TABLE_BITS = 12;
    private static final int LOOKS = 4;
    /**
     * The shortest delimiter, in bytes, for which the search leaps over bytes. For a shorter one, looking for its first
     * byte is at least as fast.
     */
    private static final int MIN_LEAP_LENGTH = 16;
    /**
     * The longest delimiter, in bytes, for which the search leaps. The table stores a position in the delimiter as a
     * signed byte.
     */
    private static final int MAX_LEAP_LENGTH = 120;
    /**
     * The shortest range in which the search leaps, in bytes. For a shorter range, building the table takes more time
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
     * The table of grams. For the hash of a gram: its position in the delimiter plus 1, or NOWHERE, or SEVERAL. Null
     * until the first long range is searched.
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
     * Finds the delimiter in the range [from, to). At the end of the range, also finds a delimiter that is cut off.
     *
     * @return the index of the first complete delimiter; otherwise the index of the cut-off delimiter; {@code to} if
     *     there is none either
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

    /** Skips bytes until a gram may occur in the delimiter. Returns an index before which no delimiter begins. */
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
     * Whether the delimiter begins at {@code index}. A delimiter that is cut off at {@code to} counts. The comparison
     * with {@code head} already rejects nearly all other places.
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
