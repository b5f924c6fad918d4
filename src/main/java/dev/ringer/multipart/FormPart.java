package dev.ringer.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;

/**
 * The current part of a {@link FormReader}.
 *
 * <p>Its headers are claims of the client (see {@link PartHeaders}). Its content can be read once, and only until the
 * reader goes on to the next part. Not safe for use by several threads at once.
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
     * Returns the name of the field.
     *
     * @return the name
     */
    public String name() {
        return headers.name();
    }

    /**
     * Returns the file name as the client sent it. It is a label, never a path.
     *
     * @return the name, or null if the part has none
     */
    public String fileName() {
        return headers.fileName();
    }

    /**
     * Whether the part is a file.
     *
     * @return true if so, see {@link PartHeaders#isFile()}
     */
    public boolean isFile() {
        return headers.isFile();
    }

    /**
     * Returns the content type that the client claims.
     *
     * @return the type; {@code text/plain} if the client names none
     */
    public String contentType() {
        return headers.contentType();
    }

    /**
     * Returns the character set of the content.
     *
     * @return the character set
     */
    public Charset charset() {
        return headers.charset();
    }

    /**
     * Returns all headers.
     *
     * @return the headers
     */
    public PartHeaders headers() {
        return headers;
    }

    /**
     * Returns the content as a stream. The stream ends only if the part is complete. A truncated upload causes a
     * {@link FormViolationException}. Large arrays, and {@link InputStream#transferTo}, save a copy.
     *
     * @return always the same stream; it need not be closed
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
