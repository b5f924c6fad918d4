package dev.ringer.multipart;

/** Checks characters against the sets that the grammar of forms uses. */
final class Characters {
    private static final AsciiSet TOKEN = AsciiSet.lettersDigitsAnd("!#$%&'*+-.^_`|~");
    private static final AsciiSet BOUNDARY = AsciiSet.lettersDigitsAnd("'()+_,-./:=? ");

    private Characters() {}

    /** Whether the bytes are a token (RFC 9110 section 5.6.2). */
    static boolean isToken(byte[] bytes, int from, int to) {
        for (int index = from; index < to; index++) {
            if (!TOKEN.has(bytes[index])) {
                return false;
            }
        }
        return from < to;
    }

    /**
     * Whether all bytes are legal in a boundary (RFC 2046 section 5.1.1, {@code bchars}), and there is at least one.
     */
    static boolean isBoundary(byte[] bytes, int from, int to) {
        for (int index = from; index < to; index++) {
            if (!BOUNDARY.has(bytes[index])) {
                return false;
            }
        }
        return from < to;
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

    /** Whether the bytes equal {@code lower}, which is in lower case. The case of ASCII letters does not matter. */
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

    /** Returns the value of a hexadecimal digit, or -1 for any other character. */
    static int hexDigit(int value) {
        if (value >= '0' && value <= '9') {
            return value - '0';
        }
        int lower = value | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** A set of ASCII characters as 128 bits. */
    private record AsciiSet(long low, long high) {
        static AsciiSet lettersDigitsAnd(String others) {
            String all = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + others;
            long low = 0;
            long high = 0;
            for (int index = 0; index < all.length(); index++) {
                int character = all.charAt(index);
                low |= character < 64 ? 1L << character : 0;
                high |= character < 64 ? 0 : 1L << character;
            }
            return new AsciiSet(low, high);
        }

        boolean has(byte value) {
            return value >= 0 && ((value < 64 ? low : high) >>> value & 1) != 0;
        }
    }
}
