package dev.ringer.websocket;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host and a port, from a {@code Host} or {@code Origin} field (RFC 9110, 4.2; RFC 6454, 6.1). {@code java.net.URI}
 * is not suitable here, because it refuses hosts that browsers accept, such as hosts with underscores.
 *
 * @param host the host in lower case; an IPv6 address keeps its brackets
 * @param port the port number
 */
record Authority(String host, int port) {
    private static final int MAX_PORT = 65_535;
    private static final Pattern PORT = Pattern.compile("\\d{1,5}");
    private static final String SCHEME_END = "://";

    /** Returns the host and port of an origin, such as {@code https://example.org}; null if its host is invalid. */
    static @Nullable Authority ofOrigin(String origin) {
        int end = origin.indexOf(SCHEME_END);
        return end <= 0 ? null : of(origin.substring(end + SCHEME_END.length()), usualPort(origin));
    }

    /** Returns the port that browsers omit from an origin: 443 for {@code https}, otherwise 80. */
    static int usualPort(String origin) {
        return origin.regionMatches(true, 0, "https:", 0, 6) ? 443 : 80;
    }

    /** Parses {@code host [":" [port]]}. The default port is {@code usualPort}. Returns null for any other text. */
    static @Nullable Authority of(String text, int usualPort) {
        int hostEnd = text.startsWith("[") ? text.indexOf(']') + 1 : endOfName(text);
        if (hostEnd <= 0 || hostEnd < text.length() && text.charAt(hostEnd) != ':') {
            return null;
        }
        int port = hostEnd + 1 >= text.length() ? usualPort : port(text.substring(hostEnd + 1));
        return port < 0 ? null : new Authority(text.substring(0, hostEnd).toLowerCase(Locale.ROOT), port);
    }

    /** Returns where the host name ends: before a URI delimiter, blank or control character, or at the text's end. */
    private static int endOfName(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) > ' ' && ":/?#[]@\\".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    /** Returns the port number; -1 if the text is no valid port number. */
    private static int port(String digits) {
        int port = PORT.matcher(digits).matches() ? Integer.parseInt(digits) : -1;
        return port <= MAX_PORT ? port : -1;
    }
}
