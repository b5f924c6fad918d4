package dev.ringer.websocket;

import java.util.Locale;

/**
 * A host and a port, as {@code Host} and {@code Origin} name them (RFC 9110, 4.2; RFC 6454, 6.1). {@code java.net.URI} knows
 * fewer hosts than browsers and DNS servers do: those with underscores, for example, are in use.
 *
 * @param host in lower case, an address literal with its brackets
 * @param port the number
 */
record Authority(String host, int port) {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_PORT_DIGITS = 5;
    private static final String SCHEME_END = "://";

    /**
     * What an origin names.
     *
     * @return null if it names no host
     */
    static Authority ofOrigin(String origin) {
        int end = origin.indexOf(SCHEME_END);
        return end <= 0 ? null : of(origin.substring(end + SCHEME_END.length()), usualPort(origin));
    }

    /** The port that an origin leaves out. */
    static int usualPort(String origin) {
        return origin.regionMatches(true, 0, "https:", 0, 6) ? 443 : 80;
    }

    /**
     * What a text names.
     *
     * @param text {@code host [":" [port]]}
     * @param usualPort the port if it names none
     * @return null if it is not of that form
     */
    static Authority of(String text, int usualPort) {
        int hostEnd = text.startsWith("[") ? text.indexOf(']') + 1 : endOfName(text);
        if (hostEnd <= 0 || hostEnd < text.length() && text.charAt(hostEnd) != ':') {
            return null;
        }
        int port = hostEnd + 1 >= text.length() ? usualPort : port(text.substring(hostEnd + 1));
        return port < 0 ? null : new Authority(text.substring(0, hostEnd).toLowerCase(Locale.ROOT), port);
    }

    /** The first character that no name has: neither a delimiter of a URI but the port's, nor a blank. */
    private static int endOfName(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) > ' ' && ":/?#[]@\\".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    /** A number, or -1 if it is none. */
    private static int port(String digits) {
        if (digits.length() > MAX_PORT_DIGITS || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        int port = Integer.parseInt(digits);
        return port <= MAX_PORT ? port : -1;
    }
}
