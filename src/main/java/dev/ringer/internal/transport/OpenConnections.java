package dev.ringer.internal.transport;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.protocol.ClientLimit;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** The open connections of a server, and how many there may be, in all and of each client. Thread-safe. */
public final class OpenConnections {
    private final int max; // negative for no limit
    private final ClientLimit ofClient;
    private final ServerCounts counts;
    private final AtomicInteger all = new AtomicInteger();

    /**
     * No connections.
     *
     * @param max the most at a time, negative for any number
     * @param ofClient how many one client may have
     * @param counts where refused ones are counted
     */
    public OpenConnections(int max, ClientLimit ofClient, ServerCounts counts) {
        this.max = max;
        this.ofClient = ofClient;
        this.counts = counts;
    }

    /** What passes over the connections. */
    Traffic traffic() {
        return counts.traffic();
    }

    /** Counts one more, unless there are too many; {@link #remove} follows then. */
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

    /** One has been closed. */
    void remove(InetAddress client) {
        all.decrementAndGet();
        ofClient.leave(client);
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
