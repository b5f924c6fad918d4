package dev.ringer.internal.proxy;

import dev.ringer.internal.net.IpLiteral;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads PROXY protocol headers of version 1, such as {@code PROXY TCP4 192.0.2.1 198.51.100.1 56324 443} with CRLF. */
final class TextHeader {
    /** The longest header that the specification allows, in bytes, with its CRLF. */
    private static final int MAX_LENGTH = 107;

    private static final String UNKNOWN = "PROXY UNKNOWN";
    private static final int PARTS = 6;
    private static final Pattern PORT = Pattern.compile("0|[1-9]\\d{0,4}");
    private static final int MAX_PORT = 65_535;

    private TextHeader() {}

    static ProxyHeader read(byte[] bytes, int end) {
        int cr = 0;
        while (cr < Math.min(end, MAX_LENGTH - 1) && bytes[cr] != '\r' && bytes[cr] != '\n') {
            cr++;
        }
        if (cr == MAX_LENGTH - 1) {
            throw new ProxyHeaderRefused(ProxyFault.PROXY_HEADER_TOO_LONG);
        }
        if (cr < end && bytes[cr] == '\n' || cr + 1 < end && bytes[cr + 1] != '\n') {
            throw ProxyHeaderRefused.malformed();
        }
        return cr + 1 < end ? parse(new String(bytes, 0, cr, StandardCharsets.ISO_8859_1), cr + 2) : null;
    }

    private static ProxyHeader parse(String line, int length) {
        if (line.equals(UNKNOWN) || line.startsWith(UNKNOWN + " ")) {
            // the specification requires that a receiver ignores the rest of this line
            return ProxyHeader.ofNobody(length);
        }
        String[] parts = line.split(" ", -1);
        if (parts.length != PARTS || !(parts[1].equals("TCP4") || parts[1].equals("TCP6"))) {
            throw ProxyHeaderRefused.malformed();
        }
        boolean ipv6 = parts[1].equals("TCP6");
        return new ProxyHeader(length, address(parts[2], parts[4], ipv6), address(parts[3], parts[5], ipv6), Map.of());
    }

    private static InetSocketAddress address(String address, String port, boolean ipv6) {
        InetAddress host = IpLiteral.parse(address);
        if (host == null || address.indexOf(':') >= 0 != ipv6) {
            throw ProxyHeaderRefused.malformed();
        }
        return new InetSocketAddress(host, port(port));
    }

    private static int port(String text) {
        int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : Integer.MAX_VALUE;
        if (port > MAX_PORT) {
            throw ProxyHeaderRefused.malformed();
        }
        return port;
    }
}
