package dev.ringer.internal.exchange;

import dev.ringer.internal.descriptors.ReopenableFile;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.threads.AtomicField;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.util.Objects;

/**
 * A response body as an {@link OutputStream}. The stream exists before the response head is sent, so that filters can
 * wrap it, but it accepts no bytes before that. Closing the stream ends the exchange. If bytes of the body are missing,
 * closing aborts the response, so that the client notices.
 */
public final class ResponseBodyStream extends OutputStream {
    private enum State {
        /** The response head has not been sent yet. */
        EARLY,
        /** The handler still has to write a known number of bytes. */
        COUNTED,
        /** The handler may write any number of bytes. */
        STREAMED,
        /** A write has failed, or a file has ended too early, so bytes are missing. No more bytes are accepted. */
        TORN,
        CLOSED
    }

    private static final VarHandle STATE = AtomicField.of(MethodHandles.lookup(), "state", State.class);

    /**
     * Parts of a file up to this size, in bytes, are always copied to memory. So the file is closed soon, even if the
     * client reads slowly. For a larger part, the file may stay open until the client has read it.
     */
    private static final int MAX_COPIED = 32 * 1024;

    private final Exchange exchange;

    @SuppressWarnings("UnusedVariable") // accessed through the VarHandle STATE
    // null means EARLY; not volatile, so other threads may see a change late
    private State state;

    private boolean streamed;
    private long remaining; // bytes that the handler still has to write; unused unless the state is COUNTED

    ResponseBodyStream(Exchange exchange) {
        this.exchange = exchange;
    }

    private State state() {
        State now = (State) STATE.getAcquire(this);
        return now == null ? State.EARLY : now;
    }

    private void state(State next) {
        STATE.setRelease(this, next);
    }

    /**
     * Makes the stream accept bytes, after the response head was sent. {@code length} is the number of bytes that the
     * handler must write, or {@link HttpStream#STREAMED}.
     */
    void begin(long length) {
        streamed = length == HttpStream.STREAMED;
        remaining = length;
        state(streamed ? State.STREAMED : State.COUNTED);
    }

    /** Closes the stream, after the head of a response without a body was sent. */
    void beginWithoutBody() {
        state(State.CLOSED);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        if (accepts(length)) {
            remaining -= length;
            try {
                exchange.stream().write(from, offset, length);
                noteWritten(length);
            } catch (Throwable failure) {
                onFailure(failure);
                throw failure;
            }
        }
    }

    /** {@return the number of announced bytes that the application has not written} */
    long remaining() {
        return remaining;
    }

    /**
     * Sends a region of a file as the next bytes of the body, without copying them through an array. Returns when the
     * server has accepted all of them. If the client is slow, waits within the server's time limits. Does not change the
     * position of the channel.
     *
     * @param source the file
     * @param position the offset of the region, in bytes; not negative
     * @param count the number of bytes to send; not negative
     * @return the number of bytes that were sent; less than {@code count} only if the file has ended. The response is
     *     then incomplete: the body takes no more bytes, and when the body is closed, the server closes the connection
     * @throws IOException if the file cannot be read, or the client is gone or too slow; the response is then
     *     incomplete, and the server closes the connection
     */
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        if (!accepts(count)) {
            return 0;
        }
        try {
            long sent = exchange.stream().transferFrom(source, position, count);
            noteWritten(sent);
            remaining -= sent;
            if (sent < count) { // the file has ended too early
                tear();
            }
            return sent;
        } catch (Throwable failure) {
            onFailure(failure);
            throw failure;
        }
    }

    private void noteWritten(long count) {
        if (exchange.listeners() != null) {
            exchange.listeners().onWritten(count);
        }
    }

    private void onFailure(Throwable failure) {
        if (failure instanceof Error) {
            exchange.onInterrupted();
        }
        tear();
    }

    /** Makes {@link #close} abort the response, because bytes of the response are missing or may be missing. */
    private void tear() {
        STATE.compareAndSet(this, streamed ? State.STREAMED : State.COUNTED, State.TORN);
    }

    /**
     * Sends a region of a file as {@link #transferFrom} does, and closes the file, even after an exception. If the region
     * is large and is the rest of a body of known length, this method returns early: the server sends the region as fast
     * as the client takes it, and closes the file later. If the file becomes too short meanwhile, the server closes the
     * connection. A file that cannot be opened again would hold a descriptor as long as its client does not read, so the
     * calling thread sends such a file.
     *
     * @return the number of bytes that were sent or will be sent; less than {@code count} only if the file has ended
     */
    public long transferAndClose(FileChannel source, long position, long count) throws IOException {
        boolean left = false;
        try {
            boolean rest = source instanceof ReopenableFile
                    && state() == State.COUNTED
                    && count == remaining
                    && count > MAX_COPIED;
            if (!rest || source.size() - count < position) {
                return transferFrom(source, position, count);
            }
            left = true;
        } finally {
            if (!left) {
                source.close();
            }
        }
        FileRegion file = new FileRegion(source, position, count);
        if (exchange.listeners() != null) {
            exchange.listeners().onFileLeft(file);
        }
        exchange.stream().leaveFile(file);
        remaining = 0;
        return count;
    }

    /** Whether {@code length} is above 0. Throws an exception if the stream does not accept that many bytes now. */
    private boolean accepts(long length) throws IOException {
        State now = state();
        if (now == State.EARLY) {
            throw tooEarly();
        }
        if (length == 0) {
            return false;
        }
        if (now == State.CLOSED) {
            throw new IOException("stream closed");
        }
        if (now == State.TORN) {
            throw new IOException("The response body is incomplete because an earlier write failed");
        }
        if (now == State.COUNTED && length > remaining) {
            throw new IOException("too many bytes to write to stream");
        }
        return true;
    }

    @Override
    public void flush() throws IOException {
        try {
            switch (state()) {
                case EARLY -> throw tooEarly();
                case COUNTED, STREAMED, TORN -> exchange.flush();
                case CLOSED -> {
                    if (streamed) {
                        throw new IOException("stream closed");
                    }
                }
            }
        } catch (Error failure) {
            exchange.onInterrupted();
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            end();
        } catch (Error failure) {
            exchange.onInterrupted();
            throw failure;
        }
    }

    private void end() throws IOException {
        State before = state();
        if (before == State.CLOSED) {
            return;
        }
        if (before == State.EARLY) {
            throw tooEarly();
        }
        state(State.CLOSED);
        if (!streamed && remaining > 0) {
            if (before == State.COUNTED
                    && !exchange.stream().ended()
                    && !exchange.stream().disconnected()) {
                exchange.onCutShort();
            }
            exchange.abort();
            throw new InsufficientBytes();
        }
        if (before == State.TORN) {
            exchange.abort();
            // The application knows that the body is incomplete: a write has thrown, or transferFrom() has returned
            // fewer bytes.
            return;
        }
        try {
            exchange.finish();
        } catch (IOException e) {
            if (!streamed) {
                throw e;
            } // else nothing to do: the client has left before the end of a streamed body
        }
    }

    private static IOException tooEarly() {
        return new IOException("response headers not sent yet; call sendResponseHeaders first");
    }
}
