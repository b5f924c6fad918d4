package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;

/**
 * A response as the threads of the application write it: what they write waits in pooled room until the client takes it, and
 * so do they when the room is full.
 */
abstract class WrittenResponse extends OutgoingResponse {
    private final Http2Connection connection;
    private volatile boolean tooSlow;

    WrittenResponse(Http2Connection connection, int id, int priority) {
        super(connection.shared(), id, priority);
        this.connection = connection;
    }

    final Http2Connection connection() {
        return connection;
    }

    final Loop loop() {
        return connection.transport().loop();
    }

    /** Ends it before it is complete. */
    public abstract void abort();

    /** As {@link HttpStream#write} has it. */
    public final void write(byte[] from, int offset, int length) throws IOException {
        ResponseContent to = checkWritable();
        try {
            int written = to.add(from, offset, length);
            while (written < length) {
                sendOrAwaitRoom(to);
                written += to.add(from, offset + written, length - written);
            }
        } finally {
            endWriting();
        }
    }

    /** As {@link HttpStream#transferFrom} has it. */
    public final long transferFrom(FileChannel source, long position, long count) throws IOException {
        ResponseContent to = checkWritable();
        try {
            long written = 0;
            while (written < count) {
                int step = to.addFile(source, position + written, count - written);
                if (step < 0) {
                    break;
                }
                if (step == 0) {
                    sendOrAwaitRoom(to);
                }
                written += step;
            }
            return written;
        } finally {
            endWriting();
        }
    }

    private ResponseContent checkWritable() throws IOException {
        checkOpen();
        if (!beginWriting()) {
            checkOpen();
            throw new IOException("The response is being written by another thread");
        }
        return content();
    }

    private void sendOrAwaitRoom(ResponseContent to) throws IOException {
        connection.output().add((OutgoingResponse) this);
        connection.output().send();
        if (!to.hasRoom()) {
            awaitRoom(to);
        }
        checkOpen();
    }

    private void awaitRoom(ResponseContent to) throws IOException {
        try {
            to.writer().await(() -> to.hasRoom() || ended() || disconnected(), TimeLimit.OFF, loop());
        } catch (InterruptedIOException e) {
            abort();
            throw e;
        }
    }

    /** As {@link HttpStream#flush} has it. */
    public final void flush() throws IOException {
        checkOpen();
        sendWritten();
    }

    /** Sends what was written, as far as the client takes it now; the rest follows by itself. */
    final void sendWritten() {
        connection.output().add((OutgoingResponse) this);
        connection.output().send();
    }

    final void checkOpen() throws IOException {
        if (ended()) {
            throw new IOException("The exchange has ended");
        }
        if (tooSlow || connection.tooSlow()) {
            throw new SocketTimeoutException("The client takes too little of the response");
        }
        if (disconnected()) {
            throw new IOException("The client has broken the stream off");
        }
    }

    /** The client takes too little, for which the stream is broken off. Loop only. */
    final void noteTooSlow() {
        tooSlow = true;
    }

    /** As {@link HttpStream#disconnected} has it. */
    public final boolean disconnected() {
        return gone() || brokenOff() || connection.transport().closed();
    }
}
