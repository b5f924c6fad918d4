package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.time.NanoClock;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A region of an open file that a protocol sends as the rest of a response, see {@link HttpStream#leaveFile}. The
 * protocol owns the file and closes it, whether all of it was sent or not.
 *
 * <p>A read from a slow disk would stop an event loop. So after a slow read, a thread of {@link FileReadAhead} reads the
 * next part of the file into the system's cache before a loop does. If that is fast, the loop reads by itself again.
 *
 * <p>Not thread-safe: on HTTP/1 the holder of the output lock uses it, on HTTP/2 the sending thread.
 */
public final class FileRegion implements Closeable {
    /** Learns of the end of a region. */
    public interface Observer {
        /**
         * Called once, when the file was closed. Any thread.
         *
         * @param sent the bytes of the region that were sent
         * @param whole whether these are all
         */
        void onFileClosed(long sent, boolean whole);
    }

    /** A read that takes longer shows that the file is not in the system's cache. A MiB from there takes less than 1 ms. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** The bytes that are read ahead at a time. */
    private static final int AHEAD = 1024 * 1024;

    private static final int PIECE = 64 * 1024;

    private final FileChannel file;
    private final LongSupplier clock; // in nanoseconds
    private final long begin;
    private final long end;
    private long position; // of the next byte in the file
    private Observer observer; // null if nobody observes

    // Shared with the thread that reads ahead. Both fields after this one are guarded by the monitor.
    private volatile long coldFrom = Long.MAX_VALUE; // where the bytes begin that must be read ahead
    private boolean readsAhead;
    private boolean closed;

    /** Creates a region of {@code count} bytes from {@code position} on. */
    public FileRegion(FileChannel file, long position, long count) {
        this(file, position, count, NanoClock.INSTANCE);
    }

    FileRegion(FileChannel file, long position, long count, LongSupplier clock) {
        this.file = file;
        this.clock = clock;
        this.begin = position;
        this.end = position + count;
        this.position = position;
    }

    /** Sets the observer. Only before a protocol has the region. */
    public void observeBy(Observer newObserver) {
        observer = newObserver;
    }

    /** Returns how many bytes were not sent yet. */
    public long left() {
        return end - position;
    }

    /**
     * Returns how many of the bytes that are left may be read now. If the next ones must be read ahead, begins to do so.
     *
     * @param whenReady called on another thread when more may be read, if this method returns 0 before the end
     */
    public long ready(Runnable whenReady) {
        long ready = Math.min(end, coldFrom) - position;
        if (ready > 0 || left() == 0) {
            return ready;
        }
        synchronized (this) {
            if (!readsAhead && !closed) {
                readsAhead = true;
                FileReadAhead.execute(() -> readAhead(whenReady));
            }
        }
        return 0;
    }

    /** Whether the next bytes are being read ahead. Any thread. The answer may already be out of date. */
    public synchronized boolean readsAhead() {
        return readsAhead;
    }

    private void readAhead(Runnable whenReady) {
        long from = coldFrom;
        long to = Math.min(end, from + AHEAD);
        long begun = clock.getAsLong();
        try {
            ByteBuffer dropped = ByteBuffer.allocate(PIECE);
            for (long at = from; at < to && file.read(dropped.clear(), at) > 0; ) {
                at += dropped.position();
            }
        } catch (IOException e) {
            ServerLog.trace("A file could not be read ahead", e); // the thread that sends it fails, too
        }
        coldFrom = isSlow(begun) ? to : Long.MAX_VALUE;
        boolean unused;
        synchronized (this) {
            readsAhead = false;
            unused = closed;
        }
        if (unused) {
            closeFile();
        } else {
            whenReady.run();
        }
    }

    private boolean isSlow(long begun) {
        return clock.getAsLong() - begun > SLOW_NANOS;
    }

    /**
     * Sends as many bytes as a transport takes now, without a copy.
     *
     * @param most the most bytes to send, at most {@link #ready}
     * @return the number of bytes sent; 0 if there is no room
     * @throws EOFException if the file has become too short
     * @throws IOException if the connection is broken or the file cannot be read
     */
    public long sendTo(Transport transport, long most) throws IOException {
        long begun = clock.getAsLong();
        long count = transport.transferFrom(file, position, most);
        if (count == 0 && file.size() <= position) {
            throw ended();
        }
        position += count;
        if (isSlow(begun)) {
            coldFrom = position;
        }
        return count;
    }

    /**
     * Reads the next bytes until the buffer is full, and does not count them as sent.
     *
     * @param to a buffer with room for no more than {@link #ready} bytes
     * @throws EOFException if the file has become too short
     * @throws IOException if the file cannot be read
     */
    public void peek(ByteBuffer to) throws IOException {
        long begun = clock.getAsLong();
        long at = position;
        while (to.hasRemaining()) {
            int count = file.read(to, at);
            if (count < 0) {
                throw ended();
            }
            at += count;
        }
        if (isSlow(begun)) {
            coldFrom = at;
        }
    }

    /** Counts bytes as sent that {@link #peek} has returned. */
    public void sent(int count) {
        position += count;
    }

    private EOFException ended() {
        return new EOFException("the file ended " + left() + " bytes early while it was sent");
    }

    /**
     * Closes the file. Further calls do nothing. Closing waits for a thread that reads the file. So if one reads ahead,
     * that thread closes it.
     */
    @Override
    public void close() {
        boolean used;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            used = readsAhead;
        }
        if (!used) {
            closeFile();
        }
        if (observer != null) {
            observer.onFileClosed(position - begin, position == end);
        }
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            ServerLog.trace("A file did not close in order", e);
        }
    }
}
