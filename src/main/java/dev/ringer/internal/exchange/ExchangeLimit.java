package dev.ringer.internal.exchange;

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
    private final Set<Place> outlived = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextLook = new AtomicLong(System.nanoTime());

    ExchangeLimit(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /** Whether there is a limit. */
    boolean limited() {
        return max != 0;
    }

    /** Takes a place, if one is free. Then {@link #place} must follow. */
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
        for (Place place : outlived) {
            if (place.stream.disconnected()) {
                place.free();
                found = true;
            }
        }
        return found;
    }

    /**
     * Returns the place of an exchange that was admitted, as one more listener. Returns {@code next} if there is no
     * limit.
     */
    ExchangeListener place(HttpStream admitted, ExchangeListener next) {
        return max == 0 ? next : new Place(admitted, next);
    }

    /**
     * The place of one exchange. It is free just before the exchange ends, so that the client's next request finds it.
     */
    private final class Place extends ExchangeListener {
        private final HttpStream stream;

        Place(HttpStream stream, ExchangeListener next) {
            super(next);
            this.stream = stream;
        }

        void free() {
            if (tryEnd()) {
                outlived.remove(this);
                open.decrementAndGet();
            }
        }

        @Override
        void onSwitching() {
            free(); // a WebSocket is no exchange
        }

        @Override
        void onEnding(boolean inOrder) {
            free();
        }

        @Override
        void onEnded(boolean whole) {
            free();
        }

        @Override
        void onHandlerReturned(boolean ended, boolean disconnected) {
            if (ended) {
                free(); // the protocol may have ended the exchange, as when the handler was interrupted
                return;
            }
            outlived.add(this);
            if (over()) { // another thread ended it, and may not have found it here
                outlived.remove(this);
            }
        }
    }
}
