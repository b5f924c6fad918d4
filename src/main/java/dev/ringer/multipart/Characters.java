package dev.ringer.multipart;

import dev.ringer.internal.bytes.TokenScan;

/** Checks bytes of a form against the character classes of RFC 9110. */
final class Characters {
    private Characters() {}

    /** Whether the bytes are a token (RFC 9110 section 5.6.2). */
    static boolean isToken(byte[] bytes, int from, int to) {
        return from < to && TokenScan.end(bytes, from, to) == to;
    }

    static boolean isBlank(byte value) {
        return value == ' ' || value == '\t';
    }

    static int skipBlanks(byte[] bytes, int from, int to) {
        int index = from;
        while (index < to && isBlank(bytes[index])) {
            index++;
        }
        return index;
    }

    static int trimBlanks(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && isBlank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    /**
     * Whether the bytes equal {@code lower}, except for the case of ASCII letters. {@code lower} must be in lower case.
     */
    static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String lower) {
        if (to - from != lower.length()) {
            return false;
        }
        for (int index = 0; index < lower.length(); index++) {
            int value = bytes[from + index];
            if (value != lower.charAt(index) && !(value >= 'A' && value <= 'Z' && value + 32 == lower.charAt(index))) {
                return false;
            }
        }
        return true;
    }

    /** Decodes the percent sign at {@code index}. Returns a negative number if two hexadecimal digits do not follow. */
    static int percentEscape(byte[] bytes, int index, int to) {
        if (index + 2 >= to) {
            return -1;
        }
        return Character.digit(bytes[index + 1], 16) << 4 | Character.digit(bytes[index + 2], 16);
    }
}
