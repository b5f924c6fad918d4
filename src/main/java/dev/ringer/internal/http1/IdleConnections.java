package dev.ringer.internal.http1;

import java.util.concurrent.atomic.AtomicInteger;

/** How many connections wait for a request, where {@code maxIdleConnections} limits that. Thread-safe. */
final class IdleConnections {
    private final int max;
    private final AtomicInteger count = new AtomicInteger();

    /**
     * None yet.
     *
     * @param max the most at a time; negative for no limit
     */
    IdleConnections(int max) {
        this.max = max < 0 ? Integer.MAX_VALUE : max;
    }

    /** Whether connections need not be counted. */
    boolean unlimited() {
        return max == Integer.MAX_VALUE;
    }

    /** Counts one more, unless there is no room. */
    boolean tryAdd() {
        if (count.incrementAndGet() > max) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Counts one less. */
    void remove() {
        count.decrementAndGet();
    }
}
