package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.bytes.WordScan;

/** Which octets names and values may have (RFC 9113, 8.2.1; RFC 9110, 5.1 and 5.5). Stateless. */
public final class FieldOctets {
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

    private FieldOctets() {}

    static boolean isLowerCaseToken(byte[] name) {
        for (byte octet : name) {
            if (octet >= 'A' && octet <= 'Z') {
                return false;
            }
        }
        return isToken(name);
    }

    /**
     * Whether octets are a token (RFC 9110, 5.6.2).
     *
     * @param octets all of them
     * @return false if there are none
     */
    public static boolean isToken(byte[] octets) {
        for (byte octet : octets) {
            if (!TOKEN[octet & 0xff]) {
                return false;
            }
        }
        return octets.length > 0;
    }

    /**
     * Whether a text is a token.
     *
     * @param text any characters
     * @return false if there are none
     */
    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0xff || !TOKEN[c]) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * Whether octets can be a field's value: no control characters but tabs, and neither space nor tab at their ends.
     *
     * @param bytes an array
     * @param from where the value begins
     * @param to where it ends, exclusive
     * @return false if a message with it is malformed
     */
    public static boolean isValue(byte[] bytes, int from, int to) {
        if (from == to) {
            return true;
        }
        if (isBlank(bytes[from]) || isBlank(bytes[to - 1])) {
            return false;
        }
        int control = WordScan.indexOfControl(bytes, from, to);
        while (control < to && bytes[control] == '\t') {
            control = WordScan.indexOfControl(bytes, control + 1, to);
        }
        return control == to;
    }

    private static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\t';
    }
}
