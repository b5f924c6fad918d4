package dev.ringer.internal.transport;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.util.concurrent.atomic.AtomicInteger;

/** The open connections of a server, and how many there may be. Thread-safe. */
public final class OpenConnections {
    private final int max; // negative for no limit
    private final ServerCounts counts;
    private final AtomicInteger all = new AtomicInteger();

    /**
     * No connections.
     *
     * @param max the most at a time, negative for any number
     * @param counts where refused ones are counted
     */
    public OpenConnections(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /** Counts one more, unless there are too many; {@link #remove} follows then. */
    boolean tryAdd() {
        if (all.incrementAndGet() <= max || max < 0) {
            return true;
        }
        all.decrementAndGet();
        counts.count(Limit.MAX_CONNECTIONS);
        return false;
    }

    /** One has been closed. */
    void remove() {
        all.decrementAndGet();
    }

    /**
     * How many there are.
     *
     * @return the number now
     */
    public int count() {
        return all.get();
    }
}
