package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The headers of a part: what it is called, and what it says it is.
 *
 * <p>All of it is what the client wrote, and nothing of it may be trusted; above all {@link #fileName()} is a label to
 * show and never a path. Immutable; bounded by {@link FormOptions#maxPartHeaderBytes()}.
 *
 * @since 0.1.0
 */
public final class PartHeaders {
    private final byte[] lines;
    private final Charset formCharset;
    private final Charset charset;
    private final String name;
    private final String fileName;
    private final int typeFrom;
    private final int typeTo;
    private final TransferEncoding encoding;

    PartHeaders(byte[] lines, PartHeadersReader reader) {
        this.lines = lines;
        this.formCharset = reader.formCharset;
        this.charset = reader.charset;
        this.name = reader.name;
        this.fileName = reader.fileName;
        this.typeFrom = reader.typeFrom;
        this.typeTo = reader.typeTo;
        this.encoding = reader.encoding;
    }

    /**
     * Gives the name of the field, with the escapes of browsers undone.
     *
     * @return the name; empty where legacy mode let it be missing
     */
    public String name() {
        return name;
    }

    /**
     * Gives the file name as the client sent it: {@code filename*} if there is one, else {@code filename}, with the
     * escapes of browsers undone. Some clients send whole paths, and attackers send {@code ../}.
     *
     * @return the name, empty where an input for files was left empty, or null where the part is no file
     */
    public String fileName() {
        return fileName;
    }

    /**
     * Says whether the limits for files hold for the part, and not those for fields: it has a file name, or it is a
     * multipart of its own, as {@code multipart/mixed}.
     *
     * @return true if so
     */
    public boolean isFile() {
        return fileName != null
                || typeTo - typeFrom > 10 && Characters.equalsIgnoreCase(lines, typeFrom, typeFrom + 10, "multipart/");
    }

    /**
     * Gives the content type with its parameters.
     *
     * @return the type; {@code text/plain} where none is given (RFC 7578 section 4.4)
     */
    public String contentType() {
        return typeFrom == typeTo
                ? "text/plain"
                : new String(lines, typeFrom, typeTo - typeFrom, StandardCharsets.ISO_8859_1);
    }

    /**
     * Gives the character set of the content: its own, else the one of a field {@code _charset_} before it, else that
     * of the options.
     *
     * @return the character set
     */
    public Charset charset() {
        return charset;
    }

    /**
     * Gives the first value of a header.
     *
     * @param header its name in any case
     * @return the value, or null
     */
    public String value(String header) {
        for (Line line : all()) {
            if (line.name().equalsIgnoreCase(header)) {
                return line.value();
            }
        }
        return null;
    }

    /**
     * Gives all headers in the order sent.
     *
     * @return the lines; folded ones as one
     */
    public List<Line> all() {
        List<Line> all = new ArrayList<>();
        LineReader reader = new LineReader(lines);
        while (reader.next()) {
            all.add(new Line(
                    text(reader.from(), reader.colon(), StandardCharsets.ISO_8859_1),
                    text(reader.valueFrom(), reader.valueTo(), formCharset)));
        }
        return List.copyOf(all);
    }

    private String text(int from, int to, Charset as) {
        return new String(lines, from, to - from, as);
    }

    byte[] lines() {
        return lines;
    }

    TransferEncoding encoding() {
        return encoding;
    }

    /** The character set that the names were read in. */
    Charset formCharset() {
        return formCharset;
    }

    boolean isAscii() {
        return WordScan.isAscii(lines, 0, lines.length);
    }

    /**
     * A header. A record, since a name and a value are all that a header is.
     *
     * @param name as sent
     * @param value without white space around it
     */
    public record Line(String name, String value) {}
}
