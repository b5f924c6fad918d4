package dev.ringer.internal.names;

import dev.ringer.internal.bytes.WordScan;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One known field name in normal form, prepared for a fast comparison with bytes and strings in any mix of upper and
 * lower case.
 *
 * <p>In ASCII, the cases of a letter differ only in bit 0x20. But ignoring this bit in every byte would also make CR
 * and {@code '-'} equal. So each word has a mask, which clears the bit only where the name has a letter.
 *
 * <p>The comparison handles eight bytes, called a word, at a time ({@code KnownNamesBenchmark}). The last word of a
 * name may overlap the word before it. The only word of a name of four to seven bytes consists of its first four and
 * its last four bytes. The only word of a shorter name consists of its first, middle and last byte.
 */
final class KnownName {
    private static final long[] NONE = {};

    final int index;
    final String name;
    final byte[] prefix;

    private final int length;
    private final byte[] upperCase;

    private final long firstWord;
    private final long firstMask;
    private final long lastWord;
    private final long lastMask;

    /** The words between the first word and the last word. Each word is followed by its mask. */
    private final long[] middle;

    KnownName(int index, String usualSpelling) {
        this.index = index;
        // An equal literal in application code is the same object as this interned string. So equals() need not compare
        // the characters.
        this.name = (usualSpelling.substring(0, 1).toUpperCase(Locale.ROOT)
                        + usualSpelling.substring(1).toLowerCase(Locale.ROOT))
                .intern();
        this.prefix = (name + ": ").getBytes(StandardCharsets.ISO_8859_1);
        this.length = name.length();
        this.upperCase = usualSpelling.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1);
        byte[] mask = caseMask(upperCase);
        this.firstWord = firstWord(upperCase, 0, length);
        this.firstMask = firstWord(mask, 0, length);
        this.lastWord = lastWord(upperCase, 0, length);
        this.lastMask = lastWord(mask, 0, length);
        this.middle = middle(upperCase, mask);
    }

    private static byte[] caseMask(byte[] upperCase) {
        byte[] mask = new byte[upperCase.length];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = (byte) (isLetter((char) upperCase[i]) ? ~0x20 : ~0);
        }
        return mask;
    }

    private static long[] middle(byte[] upperCase, byte[] mask) {
        int words = (upperCase.length - 1) / Long.BYTES - 1;
        if (words <= 0) {
            return NONE;
        }
        long[] middle = new long[2 * words];
        for (int i = 0; i < words; i++) {
            middle[2 * i] = WordScan.word(upperCase, (i + 1) * Long.BYTES);
            middle[2 * i + 1] = WordScan.word(mask, (i + 1) * Long.BYTES);
        }
        return middle;
    }

    /** Whether the {@code candidateLength} bytes from index {@code from} on are this name, in upper or lower case. */
    boolean matches(byte[] buffer, int from, int candidateLength) {
        return candidateLength == length
                && (firstWord(buffer, from, candidateLength) & firstMask) == firstWord
                && (candidateLength <= Long.BYTES || matchesFromSecondWord(buffer, from));
    }

    private boolean matchesFromSecondWord(byte[] buffer, int from) {
        if ((lastWord(buffer, from, length) & lastMask) != lastWord) {
            return false;
        }
        long[] middle = this.middle;
        for (int i = 0, at = from + Long.BYTES; i < middle.length; i += 2, at += Long.BYTES) {
            if ((WordScan.word(buffer, at) & middle[i + 1]) != middle[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code candidate} is this name, in upper or lower case. */
    boolean matches(String candidate) {
        return name.equals(candidate) || (candidate.length() == length && matchesInOtherSpelling(candidate));
    }

    private boolean matchesInOtherSpelling(String candidate) {
        byte[] upperCase = this.upperCase;
        for (int i = 0; i < upperCase.length; i++) {
            char c = candidate.charAt(i);
            if (c != upperCase[i] && (c != (upperCase[i] | 0x20) || !isLetter(c))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the first word of a name that has {@code length} bytes. The length must be at least 1. */
    private static long firstWord(byte[] bytes, int from, int length) {
        return length >= Long.BYTES ? WordScan.word(bytes, from) : onlyWord(bytes, from, length);
    }

    /** Returns the last word of a name. A name of fewer than eight bytes has only one word. */
    private static long lastWord(byte[] bytes, int from, int length) {
        return length >= Long.BYTES ? WordScan.word(bytes, from + length - Long.BYTES) : onlyWord(bytes, from, length);
    }

    private static long onlyWord(byte[] bytes, int from, int length) {
        if (length >= Integer.BYTES) {
            int front = WordScan.half(bytes, from);
            int back = WordScan.half(bytes, from + length - Integer.BYTES);
            return (long) back << 32 | (front & 0xFFFF_FFFFL);
        }
        return (bytes[from] & 0xFF)
                | (bytes[from + (length >> 1)] & 0xFF) << 8
                | (bytes[from + length - 1] & 0xFF) << 16;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
