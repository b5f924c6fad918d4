package dev.ringer.internal.names;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One known name, in normal form and prepared for comparison with bytes and chars in any spelling.
 *
 * <p>The comparison is exact: only letters may differ, and only in case. Setting or clearing bit 0x20 of every byte
 * would also turn CR into {@code '-'}; so each word has its own mask, which spares all positions but the letters.
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

    /** What is between the first and the last word: for every eight bytes word and mask. */
    private final long[] middle;

    KnownName(int index, String usualSpelling) {
        this.index = index;
        // interned, so that a literal of the application is the very same string
        this.name = (usualSpelling.substring(0, 1).toUpperCase(Locale.ROOT)
                        + usualSpelling.substring(1).toLowerCase(Locale.ROOT))
                .intern();
        this.prefix = (name + ": ").getBytes(StandardCharsets.ISO_8859_1);
        this.length = name.length();
        this.upperCase = usualSpelling.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1);
        byte[] mask = caseMask(upperCase);
        this.firstWord = Words.first(upperCase, 0, length);
        this.firstMask = Words.first(mask, 0, length);
        this.lastWord = Words.last(upperCase, 0, length);
        this.lastMask = Words.last(mask, 0, length);
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
            middle[2 * i] = Words.at(upperCase, (i + 1) * Long.BYTES);
            middle[2 * i + 1] = Words.at(mask, (i + 1) * Long.BYTES);
        }
        return middle;
    }

    /** Whether the bytes from {@code from} on, {@code candidateLength} of them, are this name in some spelling. */
    boolean matches(byte[] buffer, int from, int candidateLength) {
        return candidateLength == length
                && (Words.first(buffer, from, candidateLength) & firstMask) == firstWord
                && (candidateLength <= Long.BYTES || matchesFromSecondWord(buffer, from));
    }

    private boolean matchesFromSecondWord(byte[] buffer, int from) {
        if ((Words.last(buffer, from, length) & lastMask) != lastWord) {
            return false;
        }
        long[] middle = this.middle;
        for (int i = 0, at = from + Long.BYTES; i < middle.length; i += 2, at += Long.BYTES) {
            if ((Words.at(buffer, at) & middle[i + 1]) != middle[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code candidate} is this name in some spelling. */
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

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
