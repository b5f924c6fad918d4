package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.threads.DaemonThreads;
import dev.ringer.internal.time.NanoClock;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A part of an open file that a protocol sends as the rest of a response, see {@link HttpStream#leaveFile}. The
 * protocol closes the file in the end, even if it has not sent the whole part.
 *
 * <p>A read from a slow disk would block an event loop. So after a slow read, another thread reads the following bytes
 * into the system's cache, before the loop reads them. When that thread reads fast, the loop reads without it again.
 *
 * <p>Not thread-safe: on HTTP/1 only the thread that holds the output lock uses this object, on HTTP/2 only the thread
 * that sends.
 */
public final class FileRegion implements Closeable {
    public interface Observer {
        /**
         * Called once, when the file was closed, by any thread.
         *
         * @param sent the bytes of the region that were sent
         * @param whole whether all bytes of the region were sent
         */
        void onFileClosed(long sent, boolean whole);
    }

    /**
     * A read that takes longer than this shows that the file is not in the system's cache. Reading 1 MiB from that
     * cache takes less than 1 ms.
     */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * The number of bytes that a thread of {@link ReadAhead} reads into the system's cache before the loop reads them.
     */
    private static final int AHEAD = 1024 * 1024;

    private static final int PIECE = 64 * 1024;

    /**
     * Holds the threads that read files from slow disks for event loops, which must not block. All servers of a JVM
     * share these threads. The JVM loads this class when a disk is slow for the first time.
     */
    private static final class ReadAhead {
        /** Even if hanging disks block seven of these threads, one thread can still read from other disks. */
        static final Executor THREADS = new DaemonThreads("ringer-read-ahead", 8);
    }

    private final FileChannel file;
    private final LongSupplier clock; // returns the time in nanoseconds
    private final long begin;
    private final long end;
    private long position; // index in the file of the next byte to send
    private Observer observer; // null if nobody wants to be notified

    // The loop and the thread that reads ahead share these fields. The monitor of this object guards the last two.
    private volatile long coldFrom = Long.MAX_VALUE; // index in the file from which bytes must be read ahead
    private boolean readsAhead;
    private boolean closed;

    /** Creates a region with the {@code count} bytes of the file from index {@code position} on. */
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

    /** Sets the observer. May be called only before a protocol gets the region. */
    public void observeBy(Observer newObserver) {
        observer = newObserver;
    }

    public FileChannel file() {
        return file;
    }

    /** Returns how many bytes of the region have not been sent yet. */
    public long left() {
        return end - position;
    }

    /**
     * Returns how many bytes the caller may read now without being blocked by a slow disk. If the result is 0 before
     * the end of the region, another thread reads the next bytes ahead.
     *
     * @param whenReady called on that thread when the caller may read these bytes
     */
    public long ready(Runnable whenReady) {
        long ready = Math.min(end, coldFrom) - position;
        if (ready > 0 || left() == 0) {
            return ready;
        }
        synchronized (this) {
            if (!readsAhead && !closed) {
                ReadAhead.THREADS.execute(() -> readAhead(whenReady)); // fails if the system can create no thread
                readsAhead = true;
            }
        }
        return 0;
    }

    /**
     * Whether a thread is reading the next bytes ahead. Any thread may call this. The answer may already be out of
     * date.
     */
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
        } catch (Throwable e) {
            // do not rethrow: the thread that sends the file gets the same error, or can read the file itself
            ServerLog.trace("A file could not be read ahead", e);
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
     * Sends as many bytes as a transport accepts now, directly from the file.
     *
     * @param most the most bytes to send, at most {@link #ready}
     * @return the number of bytes sent; 0 if the transport accepts none now
     * @throws EOFException if the file has become shorter than the region
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
     * Fills the buffer with the next bytes of the region. They do not count as sent until {@link #sent} is called.
     *
     * @param to a buffer, with room for at most as many bytes as {@link #ready} returns
     * @throws EOFException if the file has become shorter than the region
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

    /** Counts {@code count} bytes as sent, after {@link #peek} has read them. */
    public void sent(int count) {
        position += count;
    }

    private EOFException ended() {
        return new EOFException("the file ended " + left() + " bytes early while it was sent");
    }

    /**
     * Closes the file. Further calls do nothing. If a thread is reading ahead, that thread closes the file later,
     * because closing immediately would wait for that thread.
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
