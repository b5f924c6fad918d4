package dev.ringer.internal.accesslog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A buffer for lines of ASCII, which grows as needed. It escapes text from clients: with {@link #putEscaped} for the
 * common and combined formats, and with {@link #putJson} for the JSON format. Not thread-safe.
 */
final class LineBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_ESCAPED = 12; // the most bytes that one char becomes when it is escaped

    private byte[] bytes = new byte[4096];
    private int size;

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    private void makeRoom(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
        }
    }

    LineBuffer put(char c) {
        makeRoom(1);
        bytes[size++] = (byte) c;
        return this;
    }

    /** Adds an ASCII text. The text must not come from a client, because it is not escaped. */
    @SuppressWarnings("deprecation") // no other method copies the low byte of each char without an encoder
    LineBuffer put(String ascii) {
        int length = ascii.length();
        makeRoom(length);
        ascii.getBytes(0, length, bytes, size);
        size += length;
        return this;
    }

    /** Adds a number, which must not be negative. */
    LineBuffer put(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        putDigits(number, digits);
        return this;
    }

    /** Adds the last {@code digits} digits of a number. If the number has fewer digits, adds zeros in front of them. */
    LineBuffer putDigits(long number, int digits) {
        makeRoom(digits);
        long rest = number;
        for (int at = size + digits - 1; at >= size; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
        return this;
    }

    /**
     * Adds a text from a client to a line in the common or combined format. A quote or backslash gets a backslash in
     * front. Anything else that could end a field or a line, or is not printable, becomes {@code \x} and two
     * hexadecimal digits. A character that does not fit into one byte becomes its UTF-8 bytes first.
     *
     * @param bare whether the text has no quotes around it; if so, spaces are escaped too
     */
    LineBuffer putEscaped(String text, boolean bare) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            makeRoom(MAX_ESCAPED);
            if (c > ' ' && c < 0x7f && c != '"' && c != '\\' || c == ' ' && !bare) {
                bytes[size++] = (byte) c;
            } else if (c == '"' || c == '\\') {
                bytes[size++] = '\\';
                bytes[size++] = (byte) c;
            } else if (c <= 0xff) {
                putHexByte(c);
            } else { // a user name may have a character that does not fit into one byte
                i += putUtf8(text, i) - 1;
            }
        }
        return this;
    }

    private int putUtf8(String text, int at) {
        int count = Character.charCount(text.codePointAt(at));
        for (byte b : text.substring(at, at + count).getBytes(StandardCharsets.UTF_8)) {
            makeRoom(MAX_ESCAPED);
            putHexByte(b & 0xff);
        }
        return count;
    }

    private void putHexByte(int value) {
        bytes[size++] = '\\';
        bytes[size++] = 'x';
        bytes[size++] = HEX[value >> 4];
        bytes[size++] = HEX[value & 0xf];
    }

    /**
     * Adds a text from a client as a JSON string with quotes. A character that is not printable ASCII becomes
     * <code>&#92;u</code> and four hexadecimal digits.
     */
    LineBuffer putJson(String text) {
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            makeRoom(MAX_ESCAPED);
            if (c == '"' || c == '\\') {
                bytes[size++] = '\\';
                bytes[size++] = (byte) c;
            } else if (c >= ' ' && c < 0x7f) {
                bytes[size++] = (byte) c;
            } else {
                putHexChar(Character.isSurrogate(c) && !isPaired(text, i) ? '\ufffd' : c);
            }
        }
        return put('"');
    }

    private static boolean isPaired(String text, int at) {
        char c = text.charAt(at);
        return Character.isHighSurrogate(c)
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    private void putHexChar(int c) {
        bytes[size++] = '\\';
        bytes[size++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[size++] = HEX[c >> shift & 0xf];
        }
    }
}
