package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the connections of a server that wait for a request, if {@code maxIdleConnections} limits them. Thread-safe.
 */
public final class IdleConnections {
    private final int max; // negative for no limit
    private final ServerCounts counts;
    private final AtomicInteger count = new AtomicInteger();

    /**
     * Creates the count. No connection is idle yet.
     *
     * @param max how many may be idle; negative for no limit
     * @param counts the server's
     */
    public IdleConnections(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /**
     * Whether there is a limit.
     *
     * @return false if nothing needs to be counted
     */
    public boolean limited() {
        return max >= 0;
    }

    /**
     * Counts one more, unless there are too many.
     *
     * @param client the address of its client
     * @return false if the connection must be closed, which is counted as a limit that was met
     */
    public boolean tryAdd(InetSocketAddress client) {
        if (max < 0 || count.incrementAndGet() <= max) {
            return true;
        }
        count.decrementAndGet();
        counts.count(Limit.MAX_IDLE_CONNECTIONS, client);
        return false;
    }

    /** Counts one less. */
    public void remove() {
        if (max >= 0) {
            count.decrementAndGet();
        }
    }
}
