package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the idle connections of a server if {@code maxIdleConnections} limits their number. An idle connection waits
 * for a request. Thread-safe.
 */
public final class IdleConnections {
    private final int max; // the most idle connections; negative for no limit
    private final ServerCounts counts; // counts each connection beyond max
    private final AtomicInteger count = new AtomicInteger();

    public IdleConnections(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /** Whether there is a limit, so that idle connections must be counted. */
    public boolean limited() {
        return max >= 0;
    }

    /**
     * Counts one more idle connection. Returns false if there are too many. Then the caller must close the connection.
     */
    public boolean tryAdd(InetSocketAddress client) {
        if (max < 0 || count.incrementAndGet() <= max) {
            return true;
        }
        count.decrementAndGet();
        counts.count(Limit.MAX_IDLE_CONNECTIONS, client);
        return false;
    }

    public void remove() {
        if (max >= 0) {
            count.decrementAndGet();
        }
    }
}
