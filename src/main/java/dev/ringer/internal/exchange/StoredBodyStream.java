package dev.ringer.internal.exchange;

import dev.ringer.internal.body.ContentSource;
import java.io.IOException;
import java.io.InputStream;

/**
 * A request body that has arrived in a {@link BodyFile}, as an {@link InputStream}. No read waits for the client. But if
 * the handler switches the connection to another protocol, what follows the body comes from the client.
 */
final class StoredBodyStream extends RequestBodyStream {
    private static final int SWITCHING_PROTOCOLS = 101;

    /** The longest array that all JVMs can make. */
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 8;

    /** The content for a reader without a thread. Each wait goes on on a thread that may wait for the disk. */
    private final class Source extends StreamSource {
        Source(Exchange exchange, long length) {
            super(exchange, exchange.calls(), length);
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return readStored(to, offset, length);
        }

        @Override
        public void await(Runnable ready) {
            runOnDisk(ready);
        }

        @Override
        public void stop() {
            close();
        }
    }

    private final BodyFile file;
    private volatile long left; // bytes that were not read yet

    StoredBodyStream(Exchange exchange, BodyFile file) {
        super(exchange);
        this.file = file;
        this.left = file.size();
    }

    @Override
    ContentSource newSource() {
        return upgraded() ? super.newSource() : new Source(exchange, left);
    }

    /** Whether the next byte is one of another protocol. */
    private boolean upgraded() {
        return left == 0 && exchange.getResponseCode() == SWITCHING_PROTOCOLS;
    }

    @Override
    int readSome(byte[] to, int offset, int length) throws IOException {
        return upgraded() ? super.readSome(to, offset, length) : readStored(to, offset, length);
    }

    private int readStored(byte[] to, int offset, int length) throws IOException {
        if (exchange.stream().ended()) {
            throw new IOException("Stream is closed");
        }
        if (left == 0) {
            return -1;
        }
        int count = file.open().read(to, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new IOException("The temporary file of the request body was truncated");
        }
        left -= count;
        return count;
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        checkOpen();
        if (left > MAX_ARRAY || upgraded()) {
            return super.readAllBytes();
        }
        byte[] bytes = new byte[(int) left];
        readNBytes(bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    public long skip(long count) throws IOException {
        checkOpen();
        if (upgraded()) {
            return super.skip(count);
        }
        long skipped = 0;
        for (long step = 1; step > 0 && skipped < count && left > 0; skipped += step) {
            step = file.open().skip(Math.min(count - skipped, left));
            left -= step;
        }
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return upgraded() ? super.available() : (int) Math.min(isOpen() ? left : 0, Integer.MAX_VALUE);
    }
}
