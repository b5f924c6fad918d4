package dev.ringer.internal.body;

import dev.ringer.internal.protocol.HttpStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * A request body as an {@link InputStream}. Ends with the body; a body that is cut off or at fault is an
 * {@link IOException}, never an end. Closing it early leaves the rest unread, which ends nothing else. For one thread at a
 * time.
 */
public final class RequestBodyStream extends InputStream {
    /** Up to this length a body is read into an array of its exact size: beyond, a length is only a promise. */
    private static final int TRUSTED_LENGTH = 64 * 1024;

    private static final byte[] PAST_END = new byte[1]; // into which nothing comes

    private final HttpStream stream;
    private volatile boolean closed;

    /**
     * The body of a request.
     *
     * @param stream the request
     */
    public RequestBodyStream(HttpStream stream) {
        this.stream = stream;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        checkOpen();
        Objects.checkFromIndexSize(offset, length, to.length);
        return length == 0 ? 0 : stream.read(to, offset, length);
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        long length = stream.requestLength();
        if (length < 0 || length > TRUSTED_LENGTH) {
            return super.readAllBytes();
        }
        byte[] bytes = new byte[(int) length];
        int count = readNBytes(bytes, 0, bytes.length);
        if (count > 0 && count == bytes.length) {
            stream.read(PAST_END, 0, 1); // the end itself, behind which there may be trailers
        }
        return count == bytes.length ? bytes : Arrays.copyOf(bytes, count); // shorter if some was read before
    }

    @Override
    public int available() throws IOException {
        checkOpen();
        return stream.available();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            stream.stopReading();
        }
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("Stream is closed");
        }
    }
}
