package dev.ringer.internal.bytes;

/**
 * Recognises tokens (RFC 9110, 5.6.2): the names of fields, methods and parameters. No method allocates. Thread-safe.
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
}
