package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections wait for a request, counted where {@code maxIdleConnections} limits that. Thread-safe. */
final class IdleConnections {
    private final int max; // negative for no limit
    private final ServerCounts counts;
    private final AtomicInteger count = new AtomicInteger();

    IdleConnections(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /** Counts one more, unless there is no room. */
    boolean tryAdd() {
        if (max < 0 || count.incrementAndGet() <= max) {
            return true;
        }
        count.decrementAndGet();
        counts.count(Limit.MAX_IDLE_CONNECTIONS);
        return false;
    }

    /** Counts one less. */
    void remove() {
        if (max >= 0) {
            count.decrementAndGet();
        }
    }
}
