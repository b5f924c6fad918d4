package dev.ringer.internal.bytes;

/**
 * Recognises tokens (RFC 9110, 5.6.2), which are the names of fields, methods and parameters, and comma-separated lists
 * of tokens (5.6.1). No method allocates. Thread-safe.
 */
public final class TokenScan {
    private static final boolean[] TOKEN = new boolean[256];

    static {
        for (char c = 'a'; c <= 'z'; c++) {
            TOKEN[c] = true;
            TOKEN[c - 'a' + 'A'] = true;
        }
        for (char c : "0123456789!#$%&'*+-.^_`|~".toCharArray()) {
            TOKEN[c] = true;
        }
    }

    private TokenScan() {}

    /**
     * Returns the index of the first byte in [from, to) that cannot be part of a token; {@code to} if there is none.
     */
    public static int end(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && TOKEN[bytes[at] & 0xff]) {
            at++;
        }
        return at;
    }

    /**
     * Returns the index of the first character, from {@code from} on, that cannot be part of a token; the length of the
     * text if there is none.
     */
    public static int end(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) <= 0xff && TOKEN[text.charAt(at)]) {
            at++;
        }
        return at;
    }

    /** Whether the whole array is a token. An empty array is no token. */
    public static boolean isToken(byte[] bytes) {
        return bytes.length > 0 && end(bytes, 0, bytes.length) == bytes.length;
    }

    /** Whether the whole text is a token. An empty text is no token. */
    public static boolean isToken(String text) {
        return !text.isEmpty() && end(text, 0) == text.length();
    }

    /**
     * Returns the index of the first byte of the next element of a comma-separated list; {@code to} if there is none.
     * Skips empty elements.
     *
     * @param from the beginning of the list, or the end of the element before
     */
    public static int elementBegin(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ',' || isBlank(bytes[at]))) {
            at++;
        }
        return at;
    }

    /** Returns the index after the last byte of an element, without the white space that follows the element. */
    public static int elementEnd(byte[] bytes, int begin, int to) {
        int end = begin;
        while (end < to && bytes[end] != ',') {
            end++;
        }
        while (end > begin && isBlank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    /** Whether an element of a comma-separated list spells a word, as {@link #spells} says. */
    public static boolean lists(byte[] bytes, int from, int to, String word) {
        int end;
        for (int begin = elementBegin(bytes, from, to); begin < to; begin = elementBegin(bytes, end, to)) {
            end = elementEnd(bytes, begin, to);
            if (spells(bytes, begin, end, word)) {
                return true;
            }
        }
        return false;
    }

    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    public static boolean isLineEnd(byte b) {
        return b == '\r' || b == '\n';
    }

    public static boolean isControl(byte b) {
        return b >= 0 && b < ' ' || b == 0x7f;
    }

    /** Whether the bytes spell a word, ignoring case. The word has only lower-case letters, digits and hyphens. */
    public static boolean spells(byte[] bytes, int from, int to, String word) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int b = bytes[from + i];
            if (b >= 'A' && b <= 'Z') {
                b += 0x20;
            }
            if (b != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
