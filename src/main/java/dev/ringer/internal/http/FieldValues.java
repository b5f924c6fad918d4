package dev.ringer.internal.http;

/**
 * The values of response fields. Applications set values that must not be sent as they are: folded lines, which old
 * libraries for mail produce, and control characters, such as the colours of a terminal in the message of an exception.
 */
public final class FieldValues {
    private static final char DELETE = 0x7f;

    private FieldValues() {}

    /** Whether a character can be sent in a value as it is. All others are left to {@link #sendable}. */
    public static boolean isPlain(char c) {
        return c >= ' ' && c <= 0xff && c != DELETE || c == '\t';
    }

    /**
     * Returns the value as it can be sent. A folded line becomes one line (RFC 9112, 5.2), and each control character
     * becomes a space (RFC 9110, 5.5).
     *
     * @throws IllegalArgumentException if the value has NUL, or CR or LF without a fold: the application has not meant
     *     them, and they may be an attack; or if the value has a character beyond ISO-8859-1
     */
    public static String sendable(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (isPlain(c)) {
                text.append(c);
            } else if (isFold(value, i)) {
                i++; // the blank after CR and LF stays
            } else if (c == 0 || c == '\r' || c == '\n' || c > 0xff) {
                throw new IllegalArgumentException("Response header value contains NUL, a line break or a character"
                        + " outside ISO-8859-1 at index " + i);
            } else {
                text.append(' ');
            }
        }
        return text.toString();
    }

    private static boolean isFold(String value, int at) {
        return value.startsWith("\r\n ", at) || value.startsWith("\r\n\t", at);
    }
}
