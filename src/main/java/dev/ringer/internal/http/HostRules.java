package dev.ringer.internal.http;

import dev.ringer.internal.bytes.WordScan;

/**
 * Checks the value of a Host field and the authority of a target (RFC 9112, 3.2; RFC 3986, 3.2.2). The grammar is
 * {@code uri-host [":" port]}, where the host may be empty. Addresses of the form IPvFuture (RFC 3986) are refused,
 * because no IP version after 6 exists.
 */
public final class HostRules {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_PORT_DIGITS = 5;
    private static final int IPV6_GROUPS = 8;
    private static final int GROUP_DIGITS = 4;

    private HostRules() {}

    /** Whether the bytes are a host, with or without a port. An empty host is valid. */
    public static boolean isValid(byte[] bytes, int from, int to) {
        int hostEnd = from < to && bytes[from] == '[' ? skipIpLiteral(bytes, from, to) : skipName(bytes, from, to);
        return hostEnd == to || hostEnd >= 0 && bytes[hostEnd] == ':' && isPort(bytes, hostEnd + 1, to);
    }

    private static int skipName(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (isNameByte(bytes[at]) || isEscape(bytes, at, to))) {
            at += bytes[at] == '%' ? 3 : 1;
        }
        return at;
    }

    /**
     * Whether RFC 3986 allows a byte in a host name: the sets "unreserved" and "sub-delims". A comma is refused,
     * because it would separate several hosts.
     */
    private static boolean isNameByte(byte b) {
        return isUnreserved(b) || "!$&'()*+;=".indexOf(b) >= 0;
    }

    private static boolean isUnreserved(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || isDigit(b) || "-._~".indexOf(b) >= 0;
    }

    private static boolean isEscape(byte[] bytes, int at, int to) {
        return bytes[at] == '%' && to - at > 2 && isHexDigit(bytes[at + 1]) && isHexDigit(bytes[at + 2]);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isHexDigit(byte b) {
        return isDigit(b) || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F';
    }

    /**
     * Returns the index after an IP address in brackets; -1 if the address is invalid. The address may end with a zone
     * (RFC 6874) such as {@code %eth0}, because some clients send the name of their network interface.
     */
    private static int skipIpLiteral(byte[] bytes, int from, int to) {
        int end = WordScan.indexOfNear(bytes, from, to, (byte) ']');
        int zone = WordScan.indexOfNear(bytes, from, end, (byte) '%');
        boolean valid = end < to && isIpv6(bytes, from + 1, zone) && (zone == end || isZone(bytes, zone + 1, end));
        return valid ? end + 1 : -1;
    }

    private static boolean isZone(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (isUnreserved(bytes[at]) || bytes[at] == '%')) {
            at++;
        }
        return at == to && from < to;
    }

    private static boolean isIpv6(byte[] bytes, int from, int to) {
        boolean gap = isGap(bytes, from, to);
        int groups = 0;
        int at = gap ? from + 2 : from;
        while (at < to) {
            int end = skipHexDigits(bytes, at, to);
            if (end < to && bytes[end] == '.') {
                groups += isIpv4(bytes, at, to) ? 2 : IPV6_GROUPS + 1;
                break;
            }
            if (end == at || end - at > GROUP_DIGITS) {
                return false;
            }
            groups++;
            boolean gapHere = isGap(bytes, end, to);
            if (gap && gapHere || end < to && bytes[end] != ':' || end + 1 == to) {
                return false;
            }
            gap |= gapHere;
            at = end + (gapHere ? 2 : 1);
        }
        return gap ? groups < IPV6_GROUPS : groups == IPV6_GROUPS;
    }

    /** Whether two colons begin at this index. In an IPv6 address they stand for at least one group of zeros. */
    private static boolean isGap(byte[] bytes, int at, int to) {
        return to - at > 1 && bytes[at] == ':' && bytes[at + 1] == ':';
    }

    private static int skipHexDigits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isHexDigit(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isIpv4(byte[] bytes, int from, int to) {
        int at = from;
        for (int octet = 0; octet < 4; octet++) {
            int end = WordScan.indexOfNear(bytes, at, to, (byte) '.');
            boolean last = octet == 3;
            if (last != (end == to) || end > at + 1 && bytes[at] == '0' || number(bytes, at, end, 3) > 255) {
                return false;
            }
            at = end + 1;
        }
        return true;
    }

    private static boolean isPort(byte[] bytes, int from, int to) {
        return from == to || number(bytes, from, to, MAX_PORT_DIGITS) <= MAX_PORT;
    }

    /**
     * Returns the number that the digits form; {@link Integer#MAX_VALUE} if a byte is not a digit, or there are too
     * many digits.
     */
    private static int number(byte[] bytes, int from, int to, int maxDigits) {
        if (from == to || to - from > maxDigits) {
            return Integer.MAX_VALUE;
        }
        int number = 0;
        for (int at = from; at < to; at++) {
            if (!isDigit(bytes[at])) {
                return Integer.MAX_VALUE;
            }
            number = 10 * number + bytes[at] - '0';
        }
        return number;
    }
}
