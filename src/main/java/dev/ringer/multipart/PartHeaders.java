package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one part of a form: its name, and the content type and file name that the client claims.
 *
 * <p>The client has written all headers, so do not trust them. In particular, use {@link #fileName()} only as a label
 * to show, never as a path. {@link FormOptions#maxPartHeaderBytes()} limits the length of all headers. Immutable.
 *
 * @since 0.1.0
 */
public final class PartHeaders {
    private final byte[] lines;
    private final Charset formCharset;
    private final Charset charset;
    private final String name;
    private final @Nullable String fileName;
    private final String contentType;
    private final TransferEncoding encoding;

    PartHeaders(
            byte[] lines,
            Charset formCharset,
            Charset charset,
            String name,
            @Nullable String fileName,
            String contentType,
            TransferEncoding encoding) {
        this.lines = lines;
        this.formCharset = formCharset;
        this.charset = charset;
        this.name = name;
        this.fileName = fileName;
        this.contentType = contentType;
        this.encoding = encoding;
    }

    /**
     * {@return the name of the form field, with the escapes of browsers decoded; empty if there is no name and legacy
     * mode tolerates this}
     */
    public String name() {
        return name;
    }

    /**
     * {@return the file name as the client has sent it; empty if the user has chosen no file; null if the part has no
     * file name} The name is {@code filename*} if there is one, otherwise {@code filename}, with the escapes of
     * browsers decoded. Some clients send whole paths, and attackers send {@code ../}.
     */
    public @Nullable String fileName() {
        return fileName;
    }

    /**
     * {@return whether the part is a file} A part is a file if it has a file name, or if it is itself a multipart such
     * as {@code multipart/mixed}. The limits for files then apply to the part, instead of the limits for fields.
     */
    public boolean isFile() {
        return isFile(fileName, contentType);
    }

    static boolean isFile(@Nullable String fileName, String contentType) {
        return fileName != null || contentType.length() > 10 && contentType.regionMatches(true, 0, "multipart/", 0, 10);
    }

    /**
     * {@return the content type with its parameters; {@code text/plain} if the part has none (RFC 7578 section 4.4)}
     */
    public String contentType() {
        return contentType;
    }

    /**
     * {@return the character set of the content: the part's own; otherwise that of an earlier field {@code _charset_};
     * otherwise that of the {@link FormOptions}} Names mean what they mean to browsers: {@code Shift_JIS} stands for
     * windows-31j, for example. The character set may be one that only decodes. A file may claim a character set that a
     * form cannot have; then {@link #contentType()} still has its name.
     */
    public Charset charset() {
        return charset;
    }

    /**
     * {@return the value of the first header with this name; null if there is none}
     *
     * @param header the name of the header, in lower or upper case
     */
    public @Nullable String value(String header) {
        for (Line line : all()) {
            if (line.name().equalsIgnoreCase(header)) {
                return line.value();
            }
        }
        return null;
    }

    /** {@return all headers, in the order of the part; a folded header is one line} */
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

    /** Returns the character set in which the name and the file name were decoded. */
    Charset formCharset() {
        return formCharset;
    }

    boolean isAscii() {
        return WordScan.isAscii(lines, 0, lines.length);
    }

    /**
     * A header of a part.
     *
     * @param name the name, as the client has sent it
     * @param value the value, without white space around it
     */
    public record Line(String name, String value) {}
}
