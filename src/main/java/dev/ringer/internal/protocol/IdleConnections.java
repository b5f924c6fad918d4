package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections of a server wait for a request, of whatever protocol, counted where {@code maxIdleConnections} limits
 * that. Thread-safe.
 */
public final class IdleConnections {
    private final int max; // negative for no limit
    private final ServerCounts counts;
    private final AtomicInteger count = new AtomicInteger();

    /**
     * None so far.
     *
     * @param max the most, or −1 for no limit
     * @param counts where those that are closed are counted
     */
    public IdleConnections(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /**
     * Whether their number is limited at all.
     *
     * @return false if there is nothing to count
     */
    public boolean limited() {
        return max >= 0;
    }

    /**
     * Counts one more.
     *
     * @return false if there is no room, so that the connection is to be closed
     */
    public boolean tryAdd() {
        if (!limited() || count.incrementAndGet() <= max) {
            return true;
        }
        count.decrementAndGet();
        counts.count(Limit.MAX_IDLE_CONNECTIONS);
        return false;
    }

    /** Counts one less. */
    public void remove() {
        if (limited()) {
            count.decrementAndGet();
        }
    }
}
