package dev.ringer.websocket;

import dev.ringer.internal.observe.LogText;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.time.NanoClock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Logs the origins of pages that may not open a WebSocket. A browser does not tell its page why it was refused, so the
 * log is the only place where a developer can see it. Clients can send any origin, so each one is logged at most once a
 * minute, and at most {@value #MAX_ORIGINS} together. Thread-safe.
 */
final class RefusedOrigins {
    static final int MAX_ORIGINS = 8;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_LENGTH =
            100; // of a value in the log; a host name may be longer, but no sensible one is

    private final LongSupplier clock;

    // guarded by this object
    private final Set<String> logged = new HashSet<>();
    private long minuteBegan;

    RefusedOrigins() {
        this(NanoClock.INSTANCE);
    }

    RefusedOrigins(LongSupplier clock) {
        this.clock = clock;
    }

    /** Logs that a handshake was refused. The host is the request's, or null. */
    void refused(@Nullable List<String> origins, @Nullable String host) {
        String origin = LogText.bounded(origins == null ? "" : String.join(", ", origins), MAX_LENGTH);
        if (isNew(origin)) {
            ServerLog.refused("Refused a WebSocket with 403 because its page has the origin " + origin
                    + ", but the Host of the request is " + LogText.bounded(String.valueOf(host), MAX_LENGTH)
                    + "; if you trust the page, pass its origin to WebSocketHandler.Builder.origins;"
                    + " if both are this server, make your proxy forward the client's Host");
        }
    }

    private synchronized boolean isNew(String origin) {
        long now = clock.getAsLong();
        if (logged.isEmpty() || now - minuteBegan >= MINUTE_NANOS) {
            logged.clear();
            minuteBegan = now;
        }
        return logged.size() < MAX_ORIGINS && logged.add(origin);
    }
}
