package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;

/**
 * A response as application threads write it. What they write waits in pooled room until the client takes it. When the
 * room is full, a thread waits too. Handlers on the loop's thread do not: their responses of up to 256 KiB are kept.
 */
abstract class WrittenResponse extends OutgoingResponse {
    private final Http2Connection connection;
    private volatile ParkedThread roomAwaited; // where a thread waits for room; null until one has to wait
    private volatile boolean tooSlow;

    WrittenResponse(Http2Connection connection, int id, int priority) {
        super(id, priority);
        this.connection = connection;
    }

    final Http2Connection connection() {
        return connection;
    }

    @Override
    final Http2Shared shared() {
        return connection.shared();
    }

    @Override
    final ClientMemory memory() {
        return connection.transport().memory();
    }

    final Loop loop() {
        return connection.transport().loop();
    }

    /** Ends the response before it is complete. */
    public abstract void abort();

    /** Does what {@link HttpStream#write} specifies. */
    public final void write(byte[] from, int offset, int length) throws IOException {
        ResponseContent to = checkWritable();
        try {
            int written = to.add(from, offset, length);
            while (written < length) {
                to = sendOrMakeRoom(to);
                written += to.add(from, offset + written, length - written);
            }
        } finally {
            endWriting();
        }
    }

    /** Does what {@link HttpStream#transferFrom} specifies. */
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
                    to = sendOrMakeRoom(to);
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

    /**
     * Sends what was written. If the client does not take it, waits for room or gets more room.
     *
     * @return the ring into which content goes then
     */
    private ResponseContent sendOrMakeRoom(ResponseContent full) throws IOException {
        sendWritten();
        ResponseContent more = full.hasRoom() ? full : moreRoom();
        if (more == null) {
            awaitRoom(full);
        }
        checkOpen();
        return more == null ? full : more;
    }

    private void awaitRoom(ResponseContent to) throws IOException {
        ParkedThread place = roomAwaited;
        if (place == null) {
            // This stands before the last check of the room. So no room is missed.
            roomAwaited = place = new ParkedThread();
        }
        try {
            place.await(() -> to.hasRoom() || ended() || disconnected(), TimeLimit.OFF, loop());
        } catch (InterruptedIOException e) {
            abort();
            throw e;
        }
    }

    @Override
    final void wakeWriter() {
        ParkedThread place = roomAwaited;
        if (place != null) {
            place.wake();
        }
    }

    /** Does what {@link HttpStream#flush} specifies. */
    public final void flush() throws IOException {
        checkOpen();
        sendWritten();
    }

    /** Sends what was written, as far as the client takes it now. The rest follows by itself. */
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

    /** Notes that the client takes too little, and that the stream is reset for this. Loop thread only. */
    final void noteTooSlow() {
        tooSlow = true;
    }

    /** Does what {@link HttpStream#disconnected} specifies. */
    public final boolean disconnected() {
        return gone() || brokenOff() || connection.transport().closed();
    }
}
