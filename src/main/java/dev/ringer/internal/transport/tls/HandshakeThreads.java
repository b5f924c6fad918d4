package dev.ringer.internal.transport.tls;

import dev.ringer.internal.threads.DaemonThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads for the computations with keys and certificates that TLS handshakes need, on servers that have an executor.
 * On the loop, these computations would delay other connections. On the executor, they would wait while handlers use
 * all threads of the executor. Then new clients could not connect.
 *
 * <p>There is one thread for each processor core, because more threads do not compute faster. But a step may also wait:
 * a trust manager of the application may ask another server, and the JDK asks an OCSP responder. So if no step ends for
 * a moment while others wait for a thread, the pool grows by a thread, up to {@value #MAX}. It shrinks again when no
 * step waits any more. Thread-safe.
 */
final class HandshakeThreads {
    /** The largest number of threads. It bounds the memory for their stacks. */
    static final int MAX = 256;

    /** The moment after which a handshake that waits for a thread checks whether all threads are blocked. */
    static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int least;
    private final DaemonThreads pool;
    private final AtomicLong ended = new AtomicLong();

    /** Creates a pool that has this many threads unless they are blocked. */
    HandshakeThreads(int least) {
        this(new DaemonThreads("HTTP-handshake", Math.min(least, MAX)));
    }

    HandshakeThreads(DaemonThreads pool) {
        this.least = pool.getCorePoolSize();
        this.pool = pool;
    }

    void execute(Runnable step) {
        pool.execute(() -> {
            try {
                step.run();
            } finally {
                ended.incrementAndGet();
                shrink();
            }
        });
    }

    /** Returns how many steps have ended so far. */
    long ended() {
        return ended.get();
    }

    /** Returns how many threads there may be at the moment. */
    int size() {
        return pool.getCorePoolSize();
    }

    /** Whether steps wait for a thread. */
    boolean busy() {
        return !pool.getQueue().isEmpty();
    }

    /**
     * Adds a thread if steps wait, and none has ended since there were {@code before}. If no thread can be created, the
     * steps wait for the existing ones.
     */
    synchronized void growIfBlocked(long before) {
        int size = size();
        if (ended.get() == before && busy() && size < MAX) {
            pool.setMaximumPoolSize(size + 1);
            try {
                pool.setCorePoolSize(size + 1);
            } catch (OutOfMemoryError ignored) { // with this size, each new step would fail to create the thread
                pool.setCorePoolSize(size);
                pool.setMaximumPoolSize(size);
            }
        }
    }

    private void shrink() {
        if (size() > least && !busy()) {
            synchronized (this) {
                int size = size();
                if (size > least) {
                    pool.setCorePoolSize(size - 1);
                    pool.setMaximumPoolSize(size - 1);
                }
            }
        }
    }
}
