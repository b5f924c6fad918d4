package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The headers of a part: its name, and the type and file name that it claims.
 *
 * <p>The client wrote all headers, so do not trust them. In particular, {@link #fileName()} is a label to show and
 * never a path. {@link FormOptions#maxPartHeaderBytes()} limits their length. Immutable.
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

    PartHeaders(
            byte[] lines,
            Charset formCharset,
            Charset charset,
            String name,
            String fileName,
            int typeFrom,
            int typeTo,
            TransferEncoding encoding) {
        this.lines = lines;
        this.formCharset = formCharset;
        this.charset = charset;
        this.name = name;
        this.fileName = fileName;
        this.typeFrom = typeFrom;
        this.typeTo = typeTo;
        this.encoding = encoding;
    }

    /**
     * Returns the name of the field, with the escapes of browsers undone.
     *
     * @return the name; empty if it is missing and legacy mode tolerates that
     */
    public String name() {
        return name;
    }

    /**
     * Returns the file name as the client sent it: {@code filename*} if there is one, otherwise {@code filename}. The
     * escapes of browsers are undone. Some clients send whole paths, and attackers send {@code ../}.
     *
     * @return the name; empty if the input for files was left empty; null if the part has no file name
     */
    public String fileName() {
        return fileName;
    }

    /**
     * Whether the limits for files apply to the part, instead of those for fields. They apply if the part has a file
     * name, or is itself a multipart such as {@code multipart/mixed}.
     *
     * @return true if so
     */
    public boolean isFile() {
        return fileName != null
                || typeTo - typeFrom > 10 && Characters.equalsIgnoreCase(lines, typeFrom, typeFrom + 10, "multipart/");
    }

    /**
     * Returns the content type with its parameters.
     *
     * @return the type; {@code text/plain} if the part names none (RFC 7578 section 4.4)
     */
    public String contentType() {
        return typeFrom == typeTo
                ? "text/plain"
                : new String(lines, typeFrom, typeTo - typeFrom, StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the character set of the content. The part itself may name it. Otherwise a field {@code _charset_} before
     * the part names it, and otherwise the options.
     *
     * @return the character set
     */
    public Charset charset() {
        return charset;
    }

    /**
     * Returns the first value of a header.
     *
     * @param header the name of the header, in any case
     * @return the value, or null if the part has no such header
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
     * Returns all headers in the order sent.
     *
     * @return the headers; a folded header is one line
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

    /** Returns the character set in which the names were decoded. */
    Charset formCharset() {
        return formCharset;
    }

    boolean isAscii() {
        return WordScan.isAscii(lines, 0, lines.length);
    }

    /**
     * A header of a part.
     *
     * @param name the name as sent
     * @param value the value without white space around it
     */
    public record Line(String name, String value) {}
}
