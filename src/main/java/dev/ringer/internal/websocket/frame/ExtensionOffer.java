package dev.ringer.internal.websocket.frame;

import dev.ringer.internal.bytes.TokenScan;
import java.util.ArrayList;
import java.util.List;

/** A client's offer to use an extension of WebSocket (RFC 6455, 9.1). The parameters keep the client's order. */
record ExtensionOffer(String name, List<Parameter> parameters) {
    /** A parameter of an extension; {@code value} is null if the client has sent only a name. */
    record Parameter(String name, String value) {}

    /**
     * Parses the values of {@code Sec-WebSocket-Extensions}. Returns the offers in the client's order. The client
     * prefers the first one.
     *
     * @throws IllegalArgumentException if a line is not a list of extensions
     */
    static List<ExtensionOffer> parse(List<String> lines) {
        List<ExtensionOffer> offers = new ArrayList<>();
        for (String line : lines) {
            new Scanner(line).readList(offers);
        }
        return offers;
    }

    private static final class Scanner {
        private final String text;
        private int at;

        Scanner(String text) {
            this.text = text;
        }

        void readList(List<ExtensionOffer> offers) {
            do {
                skipBlanks();
                if (at < text.length() && text.charAt(at) != ',') { // ignore empty list elements (RFC 9110, 5.6.1)
                    offers.add(readOffer());
                }
            } while (skip(','));
            if (at < text.length()) {
                throw malformed();
            }
        }

        private ExtensionOffer readOffer() {
            String name = readToken();
            List<Parameter> parameters = new ArrayList<>();
            while (skip(';')) {
                String parameter = readToken();
                parameters.add(new Parameter(parameter, skip('=') ? readValue() : null));
            }
            return new ExtensionOffer(name, parameters);
        }

        /** Reads a value. Even between quotation marks, the value must be a token (RFC 6455, 9.1). */
        private String readValue() {
            if (!skip('"')) {
                return readToken();
            }
            String value = readToken();
            if (!skip('"')) {
                throw malformed();
            }
            return value;
        }

        private String readToken() {
            skipBlanks();
            int begin = at;
            at = TokenScan.end(text, at);
            if (at == begin) {
                throw malformed();
            }
            return text.substring(begin, at);
        }

        private boolean skip(char wanted) {
            skipBlanks();
            boolean there = at < text.length() && text.charAt(at) == wanted;
            at += there ? 1 : 0;
            return there;
        }

        private void skipBlanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private static IllegalArgumentException malformed() {
            return new IllegalArgumentException("Malformed Sec-WebSocket-Extensions");
        }
    }
}
