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
    /** Whether there is a limit, so that idle connections must be counted. */
    public final boolean limited;

    private final int max; // the most idle connections; Integer.MAX_VALUE for no limit
    private final ServerCounts counts; // counts each connection beyond max
    private final AtomicInteger count = new AtomicInteger();

    /** Takes the value of the setting: 0 for no limit, −1 if no connection may be idle. */
    public IdleConnections(int setting, ServerCounts counts) {
        this.max = setting == 0 ? Integer.MAX_VALUE : Math.max(0, setting);
        this.limited = max < Integer.MAX_VALUE;
        this.counts = counts;
    }

    /**
     * Counts one more idle connection. Returns false if there are too many. Then the caller must close the connection.
     */
    public boolean tryAdd(InetSocketAddress client) {
        if (!limited || count.incrementAndGet() <= max) {
            return true;
        }
        count.decrementAndGet();
        counts.count(Limit.MAX_IDLE_CONNECTIONS, client);
        return false;
    }

    public void remove() {
        if (limited) {
            count.decrementAndGet();
        }
    }
}
