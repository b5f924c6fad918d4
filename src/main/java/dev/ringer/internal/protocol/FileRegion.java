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
 * <p>A read from a slow disk would stop an event loop. So after a slow read, a thread of {@link FileReadAhead} reads
 * the next part of the file into the system's cache before a loop does. If the thread reads that part fast, the loop
 * reads the file by itself again.
 *
 * <p>Not thread-safe. On HTTP/1 the thread with the output lock uses a region, on HTTP/2 the thread that sends.
 */
public final class FileRegion implements Closeable {
    /** Learns of the end of a region. */
    public interface Observer {
        /**
         * Called once, when the file was closed. Any thread.
         *
         * @param sent the bytes of the region that were sent
         * @param whole whether all bytes of the region were sent
         */
        void onFileClosed(long sent, boolean whole);
    }

    /**
     * A longer read shows that the file is not in the system's cache. To read 1 MiB from that cache takes less than 1
     * ms.
     */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** The bytes that are read ahead at a time. */
    private static final int AHEAD = 1024 * 1024;

    private static final int PIECE = 64 * 1024;

    private final FileChannel file;
    private final LongSupplier clock; // in nanoseconds
    private final long begin;
    private final long end;
    private long position; // index of the next byte to send in the file
    private Observer observer; // null if nobody observes

    // Shared with the thread that reads ahead. Both fields after this one are guarded by the monitor.
    private volatile long coldFrom = Long.MAX_VALUE; // bytes of the file from this index on must be read ahead
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

    /** Sets the observer. Call this only before a protocol gets the region. */
    public void observeBy(Observer newObserver) {
        observer = newObserver;
    }

    /** Returns how many bytes were not sent yet. */
    public long left() {
        return end - position;
    }

    /**
     * Returns how many of the remaining bytes the caller may read now. If the next bytes must be read ahead, starts
     * that.
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
            ServerLog.trace("A file could not be read ahead", e); // the thread that sends the file will fail, too
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

    /** Counts bytes that {@link #peek} has returned as sent. */
    public void sent(int count) {
        position += count;
    }

    private EOFException ended() {
        return new EOFException("the file ended " + left() + " bytes early while it was sent");
    }

    /**
     * Closes the file. Further calls do nothing. A close would wait for a thread that reads the file. So if a thread is
     * reading ahead, that thread closes the file.
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
