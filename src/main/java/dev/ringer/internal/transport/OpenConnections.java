package dev.ringer.internal.transport;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.protocol.ClientLimit;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the open connections of a server, and limits their number, both in total and for each client. Thread-safe. */
public final class OpenConnections {
    private final int max;
    private final ClientLimit ofClient;
    private final ServerCounts counts;
    private final boolean silentGiveWay;
    private final AtomicInteger all = new AtomicInteger();

    /**
     * Creates an empty count.
     *
     * @param max the most connections at a time; 0 for no limit
     * @param silentGiveWay whether a new connection beyond {@code max} replaces the one that has been silent longest
     */
    public OpenConnections(int max, boolean silentGiveWay, ClientLimit ofClient, ServerCounts counts) {
        this.max = max;
        this.silentGiveWay = silentGiveWay;
        this.ofClient = ofClient;
        this.counts = counts;
    }

    Traffic traffic() {
        return counts.traffic();
    }

    /** Whether a connection must be closed before the next one is counted. */
    boolean mustMakeRoom() {
        return silentGiveWay && max > 0 && all.get() >= max;
    }

    /** Counts one more connection. Returns false, and counts nothing, if there are too many. */
    boolean tryAdd(InetSocketAddress from) {
        InetAddress client = from.getAddress();
        counts.traffic().onAccept();
        if (!ofClient.tryEnter(client)) {
            counts.count(Limit.MAX_CONNECTIONS_PER_CLIENT, from);
            return false;
        }
        if (all.incrementAndGet() > max && max > 0) {
            remove(client);
            counts.count(Limit.MAX_CONNECTIONS, from);
            return false;
        }
        return true;
    }

    void remove(InetAddress client) {
        all.decrementAndGet();
        ofClient.leave(client);
    }

    public int count() {
        return all.get();
    }
}
