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
 * Limits how many exchanges of a server may be in progress: their request head is complete, and their response is not.
 * It costs nothing if there is no limit. Thread-safe.
 *
 * <p>A handler may return and never end its exchange. If the client then closes the connection, no event ends the
 * exchange. So the limit keeps a set of the exchanges that outlive their handler. When no place is free, it checks
 * which of their clients are gone. It does so only every 50 ms, because the set may be large.
 */
final class ExchangeLimit {
    private static final long CHECK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int max; // 0 for no limit
    private final ServerCounts counts;
    private final AtomicInteger open = new AtomicInteger();
    private final Set<Place> outlived = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextCheck = new AtomicLong(System.nanoTime());

    ExchangeLimit(int max, ServerCounts counts) {
        this.max = max;
        this.counts = counts;
    }

    /** Whether there is a limit. */
    boolean limited() {
        return max != 0;
    }

    /** Takes a place if one is free. If so, the caller must call {@link #place} next. */
    boolean tryAdmit(InetSocketAddress client) {
        if (max == 0 || tryTake()) {
            return true;
        }
        if (freeAbandoned() && tryTake()) {
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
     * Frees the places of exchanges whose handler has returned and whose client is gone. Returns false if there are
     * none, or if the last check was too recent.
     */
    private boolean freeAbandoned() {
        long now = System.nanoTime();
        long next = nextCheck.get();
        if (outlived.isEmpty() || now - next < 0 || !nextCheck.compareAndSet(next, now + CHECK_INTERVAL_NANOS)) {
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
     * Returns the place of an admitted exchange, as a listener in front of {@code next}; {@code next} itself if there
     * is no limit.
     */
    ExchangeListener place(HttpStream admitted, ExchangeListener next) {
        return max == 0 ? next : new Place(admitted, next);
    }

    /**
     * The place of one exchange. It becomes free just before the exchange ends, so that the client's next request can
     * take it.
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
            free(); // a WebSocket does not count as an exchange
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
                free(); // in case the protocol has ended the exchange: it does if the handler was interrupted
                return;
            }
            outlived.add(this);
            if (over()) { // another thread has ended it, perhaps before the line above
                outlived.remove(this);
            }
        }
    }
}
