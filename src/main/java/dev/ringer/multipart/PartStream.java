package dev.ringer.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** The content of the current part of a {@link FormReader}. It fails after the reader has moved on. */
final class PartStream extends InputStream {
    /** Minimum length in bytes of an array into which a read goes directly, without the buffer in between. */
    static final int LARGE = 4 << 10;

    private final FormReader reader;
    private boolean open = true;

    PartStream(FormReader reader) {
        this.reader = reader;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        checkOpen();
        return length == 0 ? 0 : reader.read(bytes, offset, length);
    }

    byte[] readAll(long most) throws IOException {
        checkOpen();
        return reader.readAll(most);
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        Objects.requireNonNull(out, "out");
        checkOpen();
        return reader.transferTo(out);
    }

    @Override
    public void close() {
        open = false;
    }

    private void checkOpen() throws IOException {
        if (!open) {
            throw new IOException("the part was closed or passed over");
        }
    }
}
