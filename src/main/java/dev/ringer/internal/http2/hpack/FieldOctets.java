package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.bytes.WordScan;

/** Checks whether names and values have only allowed octets (RFC 9113, 8.2.1; RFC 9110, 5.1 and 5.5). Stateless. */
public final class FieldOctets {
    private FieldOctets() {}

    static boolean isLowerCaseToken(byte[] name) {
        for (byte octet : name) {
            if (octet >= 'A' && octet <= 'Z') {
                return false;
            }
        }
        return TokenScan.isToken(name);
    }

    /**
     * Whether octets are a valid value of a field: no control characters except tabs, and no space or tab at either
     * end. A message with an invalid value is malformed.
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
