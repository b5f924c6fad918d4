package dev.ringer.internal.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Reads IP addresses that are written in numbers, and never looks up a name. */
public final class IpLiteral {
    private static final Pattern IPV4 = Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");
    private static final Pattern IPV6_CHARACTERS = Pattern.compile("[0-9a-fA-F:][0-9a-fA-F:.]{1,44}");

    private IpLiteral() {}

    /**
     * Reads an address without a zone, a port or brackets.
     *
     * @param text four decimal numbers without leading zeros, or an IPv6 address (RFC 4291, 2.2)
     * @return the address; null if the text is no address. An IPv6 address that stands for an IPv4 address, such as
     *     {@code ::ffff:10.0.0.7}, becomes the IPv4 address
     */
    public static InetAddress parse(String text) {
        boolean ipv6 = text.indexOf(':') >= 0;
        if (!(ipv6 ? IPV6_CHARACTERS : IPV4).matcher(text).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(text); // the text is an address in numbers, so getByName looks up no name
        } catch (UnknownHostException malformed) {
            return null;
        }
    }
}
