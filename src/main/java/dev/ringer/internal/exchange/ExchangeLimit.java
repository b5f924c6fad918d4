package dev.ringer.internal.exchange;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ClientLimit;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how many exchanges may be in progress, for a whole server and for each client. An exchange is in progress
 * until its response has ended. It begins with the complete request head, or with the complete body if the server reads
 * the body before it calls the handler. Thread-safe.
 *
 * <p>A handler may return without ending its exchange. If the client then closes the connection, nothing may ever end
 * the exchange. So this class keeps a set of the exchanges whose handlers have returned. When the limit is reached, it
 * searches the set for exchanges whose clients are gone, and stops counting them. The set may be large, so this class
 * searches it at most every 50 ms.
 */
final class ExchangeLimit {
    private static final long CHECK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int max; // the most exchanges of the server; 0 for no limit
    private final ClientLimit ofClient;
    private final ServerCounts counts;
    private final AtomicInteger open = new AtomicInteger();
    private final Set<Place> outlived = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextCheck = new AtomicLong(System.nanoTime());

    ExchangeLimit(ServerOptions options, ServerCounts counts) {
        this.max = options.get(Settings.MAX_EXCHANGES).intValue();
        this.ofClient = ClientLimit.ofDirectClients(options, Settings.MAX_EXCHANGES_PER_CLIENT);
        this.counts = counts;
    }

    boolean limited() {
        return max != 0 || ofClient.limited();
    }

    /** Whether there is a limit for each client. If so, the caller must find out who the client is. */
    boolean limitsClients() {
        return ofClient.limited();
    }

    /**
     * Tries to count one more exchange of a client. Returns null if the exchange was counted; otherwise the limit that
     * prevents this. After null, the caller must call {@link #place}, whose listener stops counting the exchange.
     */
    Limit reached(InetSocketAddress client) {
        Limit reached = take(client.getAddress());
        if (reached != null && freeAbandoned()) {
            reached = take(client.getAddress());
        }
        if (reached != null) {
            counts.count(reached, client);
        }
        return reached;
    }

    private Limit take(InetAddress client) {
        if (!ofClient.tryEnter(client)) {
            return Limit.MAX_EXCHANGES_PER_CLIENT;
        }
        if (open.incrementAndGet() > max && max != 0) {
            giveBack(client);
            return Limit.MAX_EXCHANGES;
        }
        return null;
    }

    private void giveBack(InetAddress client) {
        open.decrementAndGet();
        ofClient.leave(client);
    }

    /**
     * Stops counting exchanges whose handler has returned and whose client is gone. Returns false if there are none, or
     * if the last search was less than 50 ms ago.
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
     * Returns the listener that stops counting an exchange when the exchange ends, and that also calls {@code next};
     * {@code next} itself if there is no limit.
     */
    ExchangeListener place(HttpStream admitted, InetSocketAddress client, ExchangeListener next) {
        return limited() ? new Place(admitted, client.getAddress(), next) : next;
    }

    /**
     * The listener of one counted exchange. It stops counting the exchange just before the client has the whole
     * response. So the client's next request, which may follow immediately, is not refused because of this exchange.
     */
    private final class Place extends ExchangeListener {
        private final HttpStream stream;
        private final InetAddress client;

        Place(HttpStream stream, InetAddress client, ExchangeListener next) {
            super(next);
            this.stream = stream;
            this.client = client;
        }

        void free() {
            if (tryEnd()) {
                outlived.remove(this);
                giveBack(client);
            }
        }

        @Override
        void onSwitching() {
            free(); // a WebSocket does not count as an exchange in progress
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
                // onEnding() was not called if the server itself ended the exchange, for example after an interrupt
                free();
                return;
            }
            outlived.add(this);
            if (over()) { // another thread may have ended the exchange before add()
                outlived.remove(this);
            }
        }
    }
}
