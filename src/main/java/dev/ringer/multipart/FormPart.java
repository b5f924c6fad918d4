package dev.ringer.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The current part of a {@link FormReader}.
 *
 * <p>All headers are only claims of the client (see {@link PartHeaders}). The content can be read once, and only until
 * {@link FormReader#next()} is called again. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class FormPart {
    private final PullParser parser;
    private final PartHeaders headers;
    private final Content stream = new Content();

    FormPart(PullParser parser, PartHeaders headers) {
        this.parser = parser;
        this.headers = headers;
    }

    /** {@return the name of the form field} */
    public String name() {
        return headers.name();
    }

    /**
     * {@return the file name as the client has sent it; null if the part has no file name} Use it only as a label,
     * never as a path.
     */
    public @Nullable String fileName() {
        return headers.fileName();
    }

    /** {@return whether the part is a file, see {@link PartHeaders#isFile()}} */
    public boolean isFile() {
        return headers.isFile();
    }

    /** {@return the content type that the client claims; {@code text/plain} if the client has sent none} */
    public String contentType() {
        return headers.contentType();
    }

    /** {@return the character set of the content} */
    public Charset charset() {
        return headers.charset();
    }

    /** {@return all headers of the part} */
    public PartHeaders headers() {
        return headers;
    }

    /**
     * Returns the content as a stream. It ends only if the part is complete; if the upload was truncated, a read throws
     * a {@link FormViolationException}. Reads into large arrays and {@link InputStream#transferTo} are fastest, because
     * they avoid a copy.
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
        stream.checkOpen();
        return parser.readAll();
    }

    /**
     * The content of the part as a stream. After the reader has continued with the next part, every read throws an
     * exception.
     */
    private final class Content extends InputStream {
        private boolean open = true;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            checkOpen();
            return length == 0 ? 0 : parser.read(bytes, offset, length);
        }

        @Override
        public long transferTo(OutputStream out) throws IOException {
            Objects.requireNonNull(out, "out");
            checkOpen();
            return parser.transferTo(out);
        }

        @Override
        public void close() {
            open = false;
        }

        private void checkOpen() throws IOException {
            if (!open) {
                throw new IOException("The part can no longer be read because it was closed or skipped;"
                        + " read each part before the next one");
            }
        }
    }
}
