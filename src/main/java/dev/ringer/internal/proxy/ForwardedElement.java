package dev.ringer.internal.proxy;

import dev.ringer.internal.bytes.TokenScan;
import java.net.InetSocketAddress;
import java.util.Locale;

/**
 * One element of Forwarded (RFC 7239, 4): what one proxy tells of the side that it was reached from. Immutable.
 *
 * @param node who reached it; null if it does not say
 * @param secure whether by TLS; null if it does not say
 * @param host which Host was asked for; null if it does not say
 */
record ForwardedElement(InetSocketAddress node, Boolean secure, String host) {
    /** One that tells nothing: malformed, or without any of these parameters. */
    static final ForwardedElement EMPTY = new ForwardedElement(null, null, null);

    /** Reads an element; one that breaks the grammar, or says something twice, tells nothing. */
    static ForwardedElement parse(String element) {
        Pairs pairs = new Pairs(element);
        if (!pairs.read()) {
            return EMPTY;
        }
        InetSocketAddress node = pairs.node == null ? null : NodeName.addressOrNull(pairs.node, false);
        return new ForwardedElement(node, Forwarding.secureOrNull(pairs.proto), Forwarding.hostOrNull(pairs.host));
    }

    /** The pairs of names and values, between semicolons. */
    private static final class Pairs {
        private final String text;
        private int at;

        private String node;
        private String proto;
        private String host;

        Pairs(String text) {
            this.text = text;
        }

        /** Reads all; false if there is a fault. */
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
                return at == text.length() || text.charAt(at) == ';'; // a pair may be missing
            }
            if (at == text.length() || text.charAt(at++) != '=') {
                return false;
            }
            String value = at < text.length() && text.charAt(at) == '"' ? quoted() : token();
            return value != null && !value.isEmpty() && note(name, value);
        }

        private String token() {
            int begin = at;
            at = TokenScan.end(text, at);
            return text.substring(begin, at);
        }

        /** What stands between quotes; null if they are not closed. */
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

        private boolean note(String name, String value) {
            String before;
            switch (name) {
                case "for" -> {
                    before = node;
                    node = value;
                }
                case "proto" -> {
                    before = proto;
                    proto = value;
                }
                case "host" -> {
                    before = host;
                    host = value;
                }
                default -> before = null; // others are of no interest and may be repeated
            }
            return before == null;
        }

        private void skipBlanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }
    }
}
