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
 * A response as the threads of the application write it: what they write waits in pooled room until the client takes it, and
 * so do they when the room is full, but for handlers on the loop's thread, whose responses of up to 256 KiB are kept.
 */
abstract class WrittenResponse extends OutgoingResponse {
    private final Http2Connection connection;
    private volatile ParkedThread roomAwaited; // null before a thread had to wait for room
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

    /** Ends it before it is complete. */
    public abstract void abort();

    /** As {@link HttpStream#write} has it. */
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

    /** Sends what was written; where the client does not take it, waits for room or gets more. {@return where the content goes then} */
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
            roomAwaited = place = new ParkedThread(); // before the last look at the room, so that none comes unseen
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
