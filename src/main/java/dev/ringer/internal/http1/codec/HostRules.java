package dev.ringer.internal.http1.codec;

/** The grammar of a Host field value (RFC 9112, 3.2): {@code uri-host [":" port]}, where the host may be empty. */
final class HostRules {
    private HostRules() {}

    static boolean isValid(byte[] bytes, int from, int to) {
        int hostEnd = from < to && bytes[from] == '[' ? skipIpLiteral(bytes, from, to) : skipName(bytes, from, to);
        return hostEnd == to || hostEnd >= 0 && bytes[hostEnd] == ':' && isPort(bytes, hostEnd + 1, to);
    }

    private static int skipName(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isNameByte(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Unreserved, percent and sub-delims of RFC 3986, without the comma: several hosts in one field are no host. */
    private static boolean isNameByte(byte b) {
        return b >= 'a' && b <= 'z'
                || b >= 'A' && b <= 'Z'
                || b >= '0' && b <= '9'
                || "-._~%!$&'()*+;=".indexOf(b) >= 0;
    }

    private static int skipIpLiteral(byte[] bytes, int from, int to) {
        int at = from + 1;
        while (at < to && isIpLiteralByte(bytes[at])) {
            at++;
        }
        return at < to && at > from + 1 && bytes[at] == ']' ? at + 1 : -1;
    }

    private static boolean isIpLiteralByte(byte b) {
        return isNameByte(b) || b == ':';
    }

    private static boolean isPort(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] < '0' || bytes[at] > '9') {
                return false;
            }
        }
        return to - from <= 5;
    }
}
