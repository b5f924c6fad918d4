package dev.ringer.internal.server;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how many exchanges of a server may be in progress, from the moment when their head is complete until their
 * response is complete. Costs nothing if there is no limit. Thread-safe.
 *
 * <p>A handler may forget its exchange, and nothing ends that exchange when its connection is closed. So exchanges that
 * outlive their handler are remembered. They are checked when no place is free, but only at intervals, since there may
 * be many.
 */
final class ExchangeLimit {
    private static final long LOOK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int max; // 0 for no limit
    private final ServerCounts counts;
    private final AtomicInteger open = new AtomicInteger();
    private final Set<CountedStream> outlived = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextLook = new AtomicLong(System.nanoTime());

    ExchangeLimit(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /** Takes a place, if one is free. Then {@link #counted} must follow. */
    boolean tryAdmit(InetSocketAddress client) {
        if (max == 0 || tryTake()) {
            return true;
        }
        if (leaveForForgotten() && tryTake()) {
            return true;
        }
        counts.count(Limit.MAX_EXCHANGES, client);
        return false;
    }

    private boolean tryTake() {
        if (open.incrementAndGet() <= max) {
            return true;
        }
        open.decrementAndGet();
        return false;
    }

    /**
     * Frees the places of exchanges that have neither a handler nor a client any more. Returns false if there are none,
     * or if it is too early for a check.
     */
    private boolean leaveForForgotten() {
        long now = System.nanoTime();
        long next = nextLook.get();
        if (outlived.isEmpty() || now - next < 0 || !nextLook.compareAndSet(next, now + LOOK_INTERVAL_NANOS)) {
            return false;
        }
        boolean found = false;
        for (CountedStream stream : outlived) {
            if (stream.disconnected()) {
                stream.leave();
                found = true;
            }
        }
        return found;
    }

    /** Returns the stream of an exchange that was admitted. The stream gives its place back when it ends. */
    HttpStream counted(HttpStream admitted) {
        return max == 0 ? admitted : new CountedStream(admitted, this);
    }

    /** Notes that the handler of an exchange has returned, and the exchange has not ended. */
    void noteOutlived(CountedStream stream) {
        outlived.add(stream);
        if (stream.left()) { // another thread ended it, and may not have found it here
            outlived.remove(stream);
        }
    }

    /** Frees the place of an exchange that has ended, or that nobody will ever end. Called once for each. */
    void leave(CountedStream stream) {
        outlived.remove(stream);
        open.decrementAndGet();
    }
}
