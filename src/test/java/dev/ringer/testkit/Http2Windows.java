package dev.ringer.testkit;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * How much a client may send, on its connection and on its streams. Who waits for room reads what comes meanwhile, unless
 * another thread does; so a test may write and read in one thread. Thread-safe.
 */
final class Http2Windows {
    /** Reads what has come, waiting for some; false at the end. */
    @FunctionalInterface
    interface Source {
        boolean read() throws IOException;
    }

    private static final int DEFAULT = 65_535;

    private final ReentrantLock reading = new ReentrantLock();
    private final Map<Integer, Long> used = new HashMap<>(); // of streams; negative where the server gave more
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
     * Waits for room and takes it.
     *
     * @param wanted none for a frame without content, for which nobody waits
     * @param useless whether to wait no longer, since nothing may be sent any more
     * @return how much there is, at most what is wanted
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
            boolean ended = mine && !readAndRelease(source);
            if (ended || useless.getAsBoolean()) {
                return 0;
            }
        }
    }

    /** Waits until something is so, because of what has come; or for the end. */
    void await(BooleanSupplier condition, Source source) throws IOException {
        boolean more = true;
        while (more && !condition.getAsBoolean()) {
            more = read(condition, source);
        }
    }

    /** Reads once, while others may wait for room, unless another thread has read what is wanted; false at the end. */
    boolean read(BooleanSupplier isThere, Source source) throws IOException {
        reading.lock();
        if (isThere.getAsBoolean()) {
            reading.unlock();
            return true;
        }
        return readAndRelease(source);
    }

    private boolean readAndRelease(Source source) throws IOException {
        try {
            return source.read();
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
