package dev.ringer.events;

import java.time.Duration;

/**
 * The options of an {@link EventStream}. Immutable. All values have been checked.
 *
 * <pre>{@code
 * EventStream.open(exchange, EventStreamOptions.defaults().withHeartbeat(Duration.ofSeconds(30)));
 * }</pre>
 *
 * @since 0.1.0
 */
public final class EventStreamOptions {
    private static final EventStreamOptions DEFAULTS = new EventStreamOptions(Duration.ofSeconds(15), 1 << 20);

    private final Duration heartbeat;
    private final long maxPendingBytes; // octets that may wait to be sent; Long.MAX_VALUE for no limit

    private EventStreamOptions(Duration heartbeat, long maxPendingBytes) {
        this.heartbeat = heartbeat;
        this.maxPendingBytes = maxPendingBytes;
    }

    /** {@return the defaults: a heartbeat after 15 s of silence, and up to 1 MiB of data that waits to be sent} */
    public static EventStreamOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets how long a stream may be silent before the server sends a heartbeat. A heartbeat is a comment, which clients
     * ignore. A heartbeat shows whether the client is still there, and keeps proxies from closing the connection.
     *
     * @param silence the longest time without any event (default: 15 s); zero for no heartbeats
     * @return the changed options
     * @throws IllegalArgumentException if the time is negative
     */
    public EventStreamOptions withHeartbeat(Duration silence) {
        if (silence.isNegative()) {
            throw new IllegalArgumentException("heartbeat is negative: " + silence);
        }
        return new EventStreamOptions(silence, maxPendingBytes);
    }

    /**
     * Limits the data that may wait to be sent to the client. When the limit is reached, {@link EventStream#send}
     * waits, and {@link EventStream#trySend} returns false.
     *
     * @param octets the limit (default: 1 MiB); 0 for no limit. Without a limit, a slow client can take as much memory
     *     as the application sends
     * @return the changed options
     * @throws IllegalArgumentException if the limit is negative
     */
    public EventStreamOptions withMaxPendingBytes(long octets) {
        if (octets < 0) {
            throw new IllegalArgumentException("maxPendingBytes is negative: " + octets);
        }
        return new EventStreamOptions(heartbeat, octets == 0 ? Long.MAX_VALUE : octets);
    }

    Duration heartbeat() {
        return heartbeat;
    }

    long maxPendingBytes() {
        return maxPendingBytes;
    }
}
