package dev.ringer.internal.proxy;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.http.HostRules;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * One element of the field {@code Forwarded} (RFC 7239, 4), in which a proxy describes the peer that has connected to
 * the proxy: a client or another proxy. Immutable.
 *
 * @param node the peer's address; null if the element does not give it
 * @param secure whether the peer used TLS; null if the element does not say
 * @param host the Host field that the peer sent; null if the element does not say
 */
record ForwardedElement(InetSocketAddress node, Boolean secure, String host) {
    /** The result for an element that is malformed or has no parameter {@code for}, {@code proto} or {@code host}. */
    static final ForwardedElement EMPTY = new ForwardedElement(null, null, null);

    /** Parses an element; {@link #EMPTY} if it is malformed or repeats {@code for}, {@code proto} or {@code host}. */
    static ForwardedElement parse(String element) {
        Pairs pairs = new Pairs(element);
        if (!pairs.read()) {
            return EMPTY;
        }
        String node = pairs.values[0];
        return new ForwardedElement(
                node == null ? null : NodeName.addressOrNull(node, false),
                secureOrNull(pairs.values[1]),
                hostOrNull(pairs.values[2]));
    }

    /**
     * Returns true for {@code https} and {@code wss}, and false for {@code http} and {@code ws}; null for any other
     * text. Some proxies, such as Traefik, name the schemes of WebSockets in handshakes.
     */
    static Boolean secureOrNull(String scheme) {
        if ("https".equalsIgnoreCase(scheme) || "wss".equalsIgnoreCase(scheme)) {
            return Boolean.TRUE;
        }
        return "http".equalsIgnoreCase(scheme) || "ws".equalsIgnoreCase(scheme) ? Boolean.FALSE : null;
    }

    /** Returns the text if it is a valid value for the Host field; null if it is not. */
    static String hostOrNull(String host) {
        if (host == null || host.isEmpty() || host.startsWith(":")) {
            return null;
        }
        byte[] bytes = host.getBytes(StandardCharsets.UTF_8);
        return HostRules.isValid(bytes, 0, bytes.length) ? host : null;
    }

    /** Reads the pairs of a name and a value in an element. Semicolons separate the pairs. */
    private static final class Pairs {
        private static final List<String> NAMES = List.of("for", "proto", "host");

        private final String[] values = new String[NAMES.size()]; // the value of each name; null if there is none
        private final String text;
        private int at;

        Pairs(String text) {
            this.text = text;
        }

        /** Reads all pairs. Returns false if the element is malformed. */
        boolean read() {
            while (readPair()) {
                skipBlanks();
                if (at == text.length()) {
                    return true;
                }
                if (text.charAt(at++) != ';') {
                    return false;
                }
                skipBlanks();
            }
            return false;
        }

        private boolean readPair() {
            String name = token().toLowerCase(Locale.ROOT);
            if (name.isEmpty()) {
                // a semicolon may follow another one without a pair between them
                return at == text.length() || text.charAt(at) == ';';
            }
            if (at == text.length() || text.charAt(at++) != '=') {
                return false;
            }
            String value = at < text.length() && text.charAt(at) == '"' ? quoted() : token();
            return value != null && !value.isEmpty() && tryPut(NAMES.indexOf(name), value);
        }

        /** Stores a parameter. Returns false if the element repeats this parameter. Ignores unknown parameters. */
        private boolean tryPut(int name, String value) {
            if (name < 0) {
                return true;
            }
            boolean first = values[name] == null;
            values[name] = value;
            return first;
        }

        private String token() {
            int begin = at;
            at = TokenScan.end(text, at);
            return text.substring(begin, at);
        }

        /** Returns the text of a value in quotes; null if the second quote is missing. */
        private String quoted() {
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '"') {
                    at++;
                    return value.toString();
                }
                boolean escape = c == '\\' && at + 1 < text.length();
                value.append(escape ? text.charAt(++at) : c);
            }
            return null;
        }

        private void skipBlanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }
    }
}
