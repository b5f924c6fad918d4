package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parameters of a Content-Type or a Content-Disposition: {@code ; name=token; name="quoted string"}.
 *
 * <p>Some clients use a backslash as an escape, but browsers use it as an ordinary character. So the reader first takes
 * {@code \"} for a quotation mark inside the value. If the value then has no end, the backslash is an ordinary
 * character, and the next quotation mark ends the value. If both readings are possible, the reader refuses the
 * parameters as broken.
 *
 * <p>Call {@link #next()} until it returns false. Then call {@link #broken()}.
 */
final class ParameterReader {
    private final byte[] bytes;
    private final int typeFrom;
    private final int typeTo;
    private final int to;
    private int at;
    private boolean broken;

    private int nameFrom;
    private int nameTo;
    private int valueFrom;
    private int valueTo;
    private boolean quoted;
    private boolean escaped;

    ParameterReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.to = to;
        this.typeFrom = Characters.skipBlanks(bytes, from, to);
        this.at = WordScan.indexOf(bytes, typeFrom, to, (byte) ';');
        this.typeTo = Characters.trimBlanks(bytes, typeFrom, at);
    }

    /** Makes a reader for a content type of a request; null means that the request has none. */
    static ParameterReader of(@Nullable String contentType) {
        byte[] bytes = contentType == null ? new byte[0] : contentType.getBytes(StandardCharsets.ISO_8859_1);
        return new ParameterReader(bytes, 0, bytes.length);
    }

    /**
     * Whether the type before the parameters equals {@code lower}, except for the case of ASCII letters. {@code lower}
     * must be in lower case.
     */
    boolean typeIs(String lower) {
        return Characters.equalsIgnoreCase(bytes, typeFrom, typeTo, lower);
    }

    boolean next() {
        while (at < to && (bytes[at] == ';' || Characters.isBlank(bytes[at]))) {
            at++;
        }
        if (at >= to) {
            return false;
        }
        nameFrom = at;
        nameTo = WordScan.indexOf(bytes, at, to, (byte) '=');
        if (nameTo >= to || !Characters.isToken(bytes, nameFrom, nameTo)) {
            broken = true;
            return false;
        }
        quoted = nameTo + 1 < to && bytes[nameTo + 1] == '"';
        if (quoted) {
            return readQuoted(nameTo + 2);
        }
        escaped = false;
        at = WordScan.indexOf(bytes, nameTo + 1, to, (byte) ';');
        valueFrom = nameTo + 1;
        valueTo = Characters.trimBlanks(bytes, valueFrom, at);
        return true;
    }

    private boolean readQuoted(int from) {
        valueFrom = from;
        escaped = true;
        if (!endsAt(closingQuote(from, true))) {
            escaped = false;
            if (!endsAt(closingQuote(from, false))) {
                broken = true;
                return false;
            }
        } else if (hasOtherReading(from)) {
            broken = true;
            return false;
        }
        return true;
    }

    /**
     * Whether a parser that knows no escapes would end the value earlier, and then read another parameter. For example,
     * such a parser reads {@code "a.jpg\";x=\".jsp"} as a short file name and a parameter {@code x}. A parser with
     * escapes reads one long file name. So a filter in front of the server may read something else than the server.
     */
    private boolean hasOtherReading(int from) {
        int quote = closingQuote(from, false);
        int after = Characters.skipBlanks(bytes, quote + 1, to);
        return quote != valueTo && after < to && bytes[after] == ';';
    }

    private int closingQuote(int from, boolean escapes) {
        int index = from;
        while (index < to && bytes[index] != '"') {
            index += escapes && bytes[index] == '\\' && index + 1 < to && bytes[index + 1] == '"' ? 2 : 1;
        }
        return index;
    }

    private boolean endsAt(int quote) {
        int after = Characters.skipBlanks(bytes, Math.min(quote + 1, to), to);
        if (quote >= to || after < to && bytes[after] != ';') {
            return false;
        }
        valueTo = quote;
        at = after;
        return true;
    }

    /** Whether the reader has found something that is not a parameter, or that can be read in two ways. */
    boolean broken() {
        return broken;
    }

    boolean nameIs(String lower) {
        return Characters.equalsIgnoreCase(bytes, nameFrom, nameTo, lower);
    }

    String value(Charset charset) {
        return new String(bytes, valueFrom, valueTo - valueFrom, charset);
    }

    int valueFrom() {
        return valueFrom;
    }

    int valueTo() {
        return valueTo;
    }

    boolean quoted() {
        return quoted;
    }

    /** Whether a backslash before a quotation mark is an escape in this value. */
    boolean escaped() {
        return escaped;
    }
}
