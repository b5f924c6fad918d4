package dev.ringer.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;

/**
 * The part that a {@link FormReader} stands at.
 *
 * <p>What its headers say is the client's word (see {@link PartHeaders}). Its content can be read once, until the reader
 * goes on. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class FormPart {
    private final FormReader reader;
    private final PartHeaders headers;
    private final PartStream stream;

    FormPart(FormReader reader, PartHeaders headers) {
        this.reader = reader;
        this.headers = headers;
        this.stream = new PartStream(reader);
    }

    /**
     * Gives the name of the field.
     *
     * @return the name
     */
    public String name() {
        return headers.name();
    }

    /**
     * Gives the file name as the client sent it: a label, never a path.
     *
     * @return the name, or null where the part is no file
     */
    public String fileName() {
        return headers.fileName();
    }

    /**
     * Says whether the part is a file.
     *
     * @return true if so, see {@link PartHeaders#isFile()}
     */
    public boolean isFile() {
        return headers.isFile();
    }

    /**
     * Gives the content type that the client claims.
     *
     * @return the type; {@code text/plain} where none is given
     */
    public String contentType() {
        return headers.contentType();
    }

    /**
     * Gives the character set of the content.
     *
     * @return the character set
     */
    public Charset charset() {
        return headers.charset();
    }

    /**
     * Gives all headers.
     *
     * @return the headers
     */
    public PartHeaders headers() {
        return headers;
    }

    /**
     * Gives the content. Its end is reported only where the part was complete; a cut upload is a
     * {@link FormViolationException}. Large arrays, and {@link InputStream#transferTo}, spare a copy.
     *
     * @return always the same stream; closing it is not needed
     */
    public InputStream stream() {
        return stream;
    }

    /**
     * Reads the rest of the content as text.
     *
     * @return the text
     * @throws FormException if the form is refused, or the text exceeds {@link FormOptions#maxFieldBytes()}
     * @throws IOException if the body cannot be read
     */
    public String text() throws IOException {
        return new String(bytes(), headers.charset());
    }

    /**
     * Reads the rest of the content.
     *
     * @return the content
     * @throws FormException if the form is refused, or the content exceeds {@link FormOptions#maxFieldBytes()}
     * @throws IOException if the body cannot be read
     */
    public byte[] bytes() throws IOException {
        return stream.readAll(Math.min(Integer.MAX_VALUE - 16, reader.options().maxFieldBytes()));
    }

    void pass() {
        stream.close();
    }
}
