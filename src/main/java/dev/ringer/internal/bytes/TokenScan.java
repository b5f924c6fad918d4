package dev.ringer.internal.bytes;

/**
 * Recognises tokens (RFC 9110, 5.6.2): the names of fields, methods and parameters.
 *
 * <p>No method allocates. Stateless, so safe for any thread.
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
     * Finds the end of a token.
     *
     * @param bytes the array
     * @param from where it begins
     * @param to where to stop, exclusive
     * @return the index of the first byte that cannot stand in a token, or {@code to}
     */
    public static int end(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && TOKEN[bytes[at] & 0xff]) {
            at++;
        }
        return at;
    }

    /**
     * Finds the end of a token.
     *
     * @param text any characters
     * @param from where it begins
     * @return the index of the first character that cannot stand in a token, or the length
     */
    public static int end(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) <= 0xff && TOKEN[text.charAt(at)]) {
            at++;
        }
        return at;
    }

    /**
     * Whether bytes are a token.
     *
     * @param bytes the bytes, all of them
     * @return false if there are none
     */
    public static boolean isToken(byte[] bytes) {
        return bytes.length > 0 && end(bytes, 0, bytes.length) == bytes.length;
    }

    /**
     * Whether a text is a token.
     *
     * @param text any characters
     * @return false if there are none
     */
    public static boolean isToken(String text) {
        return !text.isEmpty() && end(text, 0) == text.length();
    }
}
