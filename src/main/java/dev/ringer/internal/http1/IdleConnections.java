package dev.ringer.internal.http1;

import java.util.concurrent.atomic.AtomicInteger;

/** How many connections wait for a request, counted where {@code maxIdleConnections} limits that. Thread-safe. */
final class IdleConnections {
    private final int max; // negative for no limit
    private final AtomicInteger count = new AtomicInteger();

    IdleConnections(int max) {
        this.max = max;
    }

    /** Counts one more, unless there is no room. */
    boolean tryAdd() {
        if (max < 0 || count.incrementAndGet() <= max) {
            return true;
        }
        count.decrementAndGet();
        return false;
    }

    /** Counts one less. */
    void remove() {
        if (max >= 0) {
            count.decrementAndGet();
        }
    }
}
