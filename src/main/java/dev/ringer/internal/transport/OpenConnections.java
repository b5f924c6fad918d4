package dev.ringer.internal.transport;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.protocol.ClientLimit;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the open connections of a server, and limits their number: in all, and for each client. Thread-safe. */
public final class OpenConnections {
    private final int max; // negative for no limit
    private final ClientLimit ofClient;
    private final ServerCounts counts;
    private final AtomicInteger all = new AtomicInteger();

    /**
     * Creates a count of no connections.
     * @param max the most connections at a time; negative for no limit
     * @param ofClient limits the number of connections of one client
     * @param counts counts the refused connections
     */
    public OpenConnections(int max, ClientLimit ofClient, ServerCounts counts) {
        this.max = max;
        this.ofClient = ofClient;
        this.counts = counts;
    }

    /** Returns the counts of the traffic on the connections. */
    Traffic traffic() {
        return counts.traffic();
    }

    /**
     * Counts one more connection. The caller must call {@link #remove} later. Returns false if there are too many
     * connections.
     */
    boolean tryAdd(InetSocketAddress from) {
        InetAddress client = from.getAddress();
        counts.traffic().onAccept();
        if (!ofClient.tryEnter(client)) {
            counts.count(Limit.MAX_CONNECTIONS_PER_CLIENT, from);
            return false;
        }
        if (all.incrementAndGet() > max && max >= 0) {
            remove(client);
            counts.count(Limit.MAX_CONNECTIONS, from);
            return false;
        }
        return true;
    }

    /** Counts one connection less, after it has been closed. */
    void remove(InetAddress client) {
        all.decrementAndGet();
        ofClient.leave(client);
    }

    /** Returns how many connections are open. */
    public int count() {
        return all.get();
    }
}
