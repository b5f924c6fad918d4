package dev.ringer.internal.names;

import java.nio.charset.StandardCharsets;

/**
 * One known name, prepared for comparison with bytes and chars in any spelling.
 *
 * <p>The comparison is exact: only letters may differ, and only in case. Setting or clearing bit 0x20 of every byte
 * would also turn CR into {@code '-'}; so each word has its own mask, which spares all positions but the letters.
 */
final class KnownName {
    final int index;
    final String name;
    final byte[] prefix;

    private final int length;
    private final byte[] upperCase;
    private final long[] words;
    private final long[] masks;

    KnownName(int index, String name) {
        this.index = index;
        // so that a literal of the application is the very same string
        this.name = name.intern();
        this.prefix = (name + ": ").getBytes(StandardCharsets.ISO_8859_1);
        this.length = name.length();
        this.upperCase = new byte[length];
        byte[] mask = new byte[length];
        for (int i = 0; i < length; i++) {
            boolean letter = isLetter(name.charAt(i));
            mask[i] = (byte) (letter ? ~0x20 : ~0);
            upperCase[i] = (byte) (name.charAt(i) & mask[i]);
        }
        this.words = Words.all(upperCase);
        this.masks = Words.all(mask);
    }

    /** Whether the bytes from {@code from} on, {@code candidateLength} of them, are this name in some spelling. */
    boolean matches(byte[] buffer, int from, int candidateLength) {
        if (candidateLength != length) {
            return false;
        }
        long[] words = this.words;
        long[] masks = this.masks;
        int last = words.length - 1;
        if ((Words.last(buffer, from, length) & masks[last]) != words[last]) {
            return false;
        }
        for (int i = 0; i < last; i++) {
            if ((Words.at(buffer, from + (i << 3)) & masks[i]) != words[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code candidate} is this name in some spelling. */
    boolean matches(String candidate) {
        return name.equals(candidate) || (candidate.length() == length && matchesInOtherCase(candidate));
    }

    private boolean matchesInOtherCase(String candidate) {
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
