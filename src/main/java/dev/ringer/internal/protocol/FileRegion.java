package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.ServerLog;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A part of an open file that a protocol sends as the rest of a response, see {@link HttpStream#leaveFile}. The
 * protocol closes the file in the end, even if it has not sent the whole part.
 *
 * <p>A read may wait long for the disk, so an event loop never reads: see {@link FileThreads}.
 *
 * <p>Not thread-safe: on HTTP/1 only the thread that holds the output lock uses this object, on HTTP/2 only the thread
 * that sends. But any thread may call {@link #close} and {@link #left}.
 */
public final class FileRegion implements Closeable {
    private final FileChannel file;
    private final long end;
    private long position; // index in the file of the next byte to send
    private Runnable onClosed; // called once, when the file was closed; null if nobody wants to be notified

    private boolean closed; // guarded by the monitor of this object

    /** Creates a region with the {@code count} bytes of the file from index {@code position} on. */
    public FileRegion(FileChannel file, long position, long count) {
        this.file = file;
        this.end = position + count;
        this.position = position;
    }

    /** Sets an action that any thread runs once, when the file was closed. Call only before a protocol gets the region. */
    public void onClosed(Runnable action) {
        onClosed = action;
    }

    public FileChannel file() {
        return file;
    }

    /** Returns how many bytes of the region have not been sent yet. */
    public long left() {
        return end - position;
    }

    /**
     * Sends as many bytes as a transport accepts now, directly from the file.
     *
     * @param most the most bytes to send, at most {@link #left}
     * @return the number of bytes sent; 0 if the transport accepts none now
     * @throws EOFException if the file has become shorter than the region
     * @throws IOException if the connection is broken or the file cannot be read
     */
    public long sendTo(Transport transport, long most) throws IOException {
        long count = transport.transferFrom(file, position, most);
        if (count == 0 && file.size() <= position) {
            throw ended();
        }
        position += count;
        return count;
    }

    /**
     * Fills the buffer with the next bytes of the region. They do not count as sent until {@link #sent} is called.
     *
     * @param to a buffer, with room for at most as many bytes as {@link #left} returns
     * @throws EOFException if the file has become shorter than the region
     * @throws IOException if the file cannot be read
     */
    public void peek(ByteBuffer to) throws IOException {
        long at = position;
        while (to.hasRemaining()) {
            int count = file.read(to, at);
            if (count < 0) {
                throw ended();
            }
            at += count;
        }
    }

    /** Counts {@code count} bytes as sent, after {@link #peek} has read them. */
    public void sent(int count) {
        position += count;
    }

    private EOFException ended() {
        return new EOFException("the file was truncated while it was being sent; " + left() + " bytes are missing");
    }

    /** Closes the file. Further calls do nothing. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            file.close();
        } catch (IOException e) {
            ServerLog.trace("Failed to close a file", e);
        }
        if (onClosed != null) {
            onClosed.run();
        }
    }
}
