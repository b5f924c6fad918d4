package dev.ringer.files;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Encodes paths for header fields, and names for HTML pages. */
final class PathText {
    private static final String UNRESERVED = "-._~/";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private PathText() {}

    /** Percent-encodes every octet of a path, except letters, digits, {@code -._~} and slashes (RFC 3986, 2.1). */
    static String encoded(String path) {
        StringBuilder text = new StringBuilder(path.length() + 16);
        for (byte octet : path.getBytes(StandardCharsets.UTF_8)) {
            boolean letterOrDigit =
                    octet >= 'a' && octet <= 'z' || octet >= 'A' && octet <= 'Z' || octet >= '0' && octet <= '9';
            if (letterOrDigit || UNRESERVED.indexOf(octet) >= 0) {
                text.append((char) octet);
            } else {
                HEX.toHexDigits(text.append('%'), octet);
            }
        }
        return text.toString();
    }

    /** Escapes text for HTML, both for content and for attributes in quotation marks. */
    static String escaped(String text) {
        StringBuilder html = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.appendCodePoint(Character.isISOControl(point) ? '\uFFFD' : point);
            }
        });
        return html.toString();
    }
}
