package dev.ringer.internal.proxy;

import dev.ringer.internal.net.IpLiteral;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the name of a client or proxy in forwarding fields (RFC 7239, 6): an address with or without a port. The name
 * may also be {@code unknown} or an obfuscated name such as {@code _hidden}, without an address.
 */
final class NodeName {
    // Of the two stars within the brackets of an IPv6 address, only the second may match a colon. Otherwise, a text of
    // colons would cost quadratic time.
    private static final Pattern NODE =
            Pattern.compile("(?:\\[([^]:]*:[^]]*)]|([0-9.]*))(?::(\\d{1,5}|_[A-Za-z0-9._-]+))?");
    private static final int MAX_PORT = 65_535;

    private NodeName() {}

    /**
     * Parses a name. Returns null if the name has no address or is malformed. The port is 0 if the name has none. If
     * {@code bare} is true, an IPv6 address may have no brackets, as in X-Forwarded-For.
     */
    static InetSocketAddress addressOrNull(String text, boolean bare) {
        if (bare && text.indexOf(':') != text.lastIndexOf(':') && text.charAt(0) != '[') {
            InetAddress address = IpLiteral.parse(text);
            return address == null ? null : new InetSocketAddress(address, 0);
        }
        Matcher node = NODE.matcher(text);
        if (!node.matches()) {
            return null;
        }
        InetAddress address = IpLiteral.parse(node.group(1) != null ? node.group(1) : node.group(2));
        int port = port(node.group(3));
        return address == null || port > MAX_PORT ? null : new InetSocketAddress(address, port);
    }

    private static int port(String text) {
        return text == null || text.startsWith("_") ? 0 : Integer.parseInt(text);
    }
}
