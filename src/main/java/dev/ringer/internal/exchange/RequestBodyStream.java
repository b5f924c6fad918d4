package dev.ringer.internal.exchange;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.body.ContentSource;
import dev.ringer.internal.body.ContentSources;
import dev.ringer.internal.delegate.OtherProvider;
import dev.ringer.internal.protocol.HttpStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * A request body as an {@link InputStream}. The stream ends with the body. If the body is cut off or malformed, reading
 * throws an {@link IOException} and never reports the end. If the stream is closed early, the rest of the body stays
 * unread, and the exchange goes on. Only one thread at a time may use the stream.
 */
public class RequestBodyStream extends InputStream {
    /**
     * The longest body, in bytes, for which {@link #readAllBytes} allocates an array of the announced length. With a
     * larger limit, clients could make the server allocate much memory for bytes that they never send.
     */
    private static final int TRUSTED_LENGTH = 64 * 1024;

    private static final byte[] PAST_END = new byte[1]; // unused target for reads at the end of a body

    final Exchange exchange;
    private volatile boolean closed;
    private volatile boolean failed;
    private boolean begun; // whether a read has returned, or tried to return, content
    private boolean received; // whether contentOf() has returned the content
    private boolean ended; // whether a reader has found the end

    RequestBodyStream(Exchange exchange) {
        this.exchange = exchange;
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
        if (length == 0) {
            return 0;
        }
        begun = true;
        try {
            return readSome(to, offset, length);
        } catch (IOException failure) {
            noteFailure();
            throw failure;
        } catch (Error failure) {
            exchange.onInterrupted();
            throw failure;
        }
    }

    /**
     * Returns the content of a request, for a reader that holds no thread while it waits. If another provider serves the
     * exchange, or a filter has replaced the request body, a thread reads from the stream that the exchange shows.
     *
     * @throws IllegalStateException if the content of this request has been asked for already
     */
    public static ContentSource contentOf(HttpExchange exchange) {
        InputStream body = exchange.getRequestBody();
        return body instanceof RequestBodyStream own
                ? own.source()
                : ContentSources.ofStream(body, OtherProvider.executor(exchange), exchange);
    }

    private ContentSource source() {
        if (received) {
            throw ContentSources.usedTwice();
        }
        received = true;
        return newSource();
    }

    ContentSource newSource() {
        return new StreamSource(
                exchange, exchange.calls(), begun ? -1 : exchange.stream().requestLength());
    }

    /** Whether a read has failed, for example because the client has left or has cut the body off. */
    boolean failed() {
        return failed;
    }

    /** Notes that a read has failed. */
    void noteFailure() {
        failed = true;
    }

    /** Notes that a reader has found the end. */
    void noteEnd() {
        ended = true;
    }

    /** Whether the application has read the whole body. */
    boolean ended() {
        return ended;
    }

    int readSome(byte[] to, int offset, int length) throws IOException {
        boolean waits = exchange.responds() && exchange.stream().available() == 0;
        int count = readListened(to, offset, length);
        if (count < 0) {
            noteEnd();
        } else if (waits) {
            exchange.noteBothWays();
        }
        return count;
    }

    private int readListened(byte[] to, int offset, int length) throws IOException {
        HttpStream stream = exchange.stream();
        ExchangeListeners listeners = exchange.listeners();
        if (listeners == null) {
            return stream.read(to, offset, length);
        }
        if (stream.available() == 0) { // then the stream flushes its output before it waits for content
            listeners.onFlushed();
        }
        int count = stream.read(to, offset, length);
        if (count > 0) {
            listeners.onRead(count);
        }
        return count;
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        checkOpen();
        long length = exchange.stream().requestLength();
        if (length < 0 || length > TRUSTED_LENGTH) {
            return super.readAllBytes();
        }
        byte[] bytes = new byte[(int) length];
        int count = readNBytes(bytes, 0, bytes.length);
        if (count > 0 && count == bytes.length) {
            read(PAST_END, 0, 1); // reads the trailers, which may follow the last byte
        }
        // fewer bytes are left if the handler has already read some of the body
        return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
    }

    @Override
    public int available() throws IOException {
        return closed ? 0 : exchange.stream().available();
    }

    @Override
    public void close() {
        try {
            if (!closed) {
                closed = true;
                exchange.stream().stopReading();
            }
        } catch (Error failure) {
            exchange.onInterrupted();
            throw failure;
        }
    }

    final boolean isOpen() {
        return !closed;
    }

    final void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("Stream is closed");
        }
    }
}
