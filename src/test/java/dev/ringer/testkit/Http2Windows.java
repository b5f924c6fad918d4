package dev.ringer.testkit;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The flow-control windows of a connection and its streams. A thread that waits for room reads frames itself, unless
 * another thread is reading. So a test may write and read in one thread. Thread-safe.
 */
final class Http2Windows {
    /** Reads received frames, and waits if there are none. Returns false at the end of the connection. */
    @FunctionalInterface
    interface Source {
        boolean read() throws IOException;
    }

    private static final int DEFAULT = 65_535;

    private final ReentrantLock reading = new ReentrantLock();
    private final Map<Integer, Long> used = new HashMap<>(); // bytes sent per stream, minus its window updates
    private long initial = DEFAULT;
    private long connection = DEFAULT;

    synchronized void initial(int size) {
        initial = size;
        notifyAll();
    }

    synchronized void widen(int stream, int increment) {
        if (stream == 0) {
            connection += increment;
        } else {
            used.merge(stream, (long) -increment, Long::sum);
        }
        notifyAll();
    }

    /**
     * Waits for room in the windows, and takes it.
     *
     * @param wanted the size of the content; 0 for a frame without content, which needs no room
     * @param useless whether to stop waiting, because the stream takes no more content
     * @return the number of bytes that may be sent, at most {@code wanted}
     */
    int take(int stream, int wanted, BooleanSupplier useless, Source source) throws IOException {
        while (true) {
            boolean mine;
            synchronized (this) {
                int room = (int) Math.min(wanted, Math.min(connection, initial - used.getOrDefault(stream, 0L)));
                if (wanted == 0 || room > 0) {
                    connection -= room;
                    used.merge(stream, (long) room, Long::sum);
                    return room;
                }
                mine = reading.tryLock();
                if (!mine) {
                    awaitNews();
                }
            }
            boolean more = !mine || readUnless(useless, source);
            if (!more || useless.getAsBoolean()) {
                return 0;
            }
        }
    }

    /** Reads until the condition is true or the connection ends. */
    void await(BooleanSupplier condition, Source source) throws IOException {
        boolean more = true;
        while (more && !condition.getAsBoolean()) {
            more = read(condition, source);
        }
    }

    /**
     * Reads once, unless another thread has already read what is wanted. Returns false at the end of the connection.
     */
    boolean read(BooleanSupplier isThere, Source source) throws IOException {
        reading.lock();
        return readUnless(isThere, source);
    }

    /** Reads once, unless another thread did before this one got the lock, and gives the lock back. */
    private boolean readUnless(BooleanSupplier isThere, Source source) throws IOException {
        try {
            return isThere.getAsBoolean() || source.read();
        } finally {
            reading.unlock();
            synchronized (this) {
                notifyAll();
            }
        }
    }

    private void awaitNews() throws IOException {
        try {
            wait(Deadlines.PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the server's window", e);
        }
    }
}
