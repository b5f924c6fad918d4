package dev.ringer.events;

import java.time.Duration;

/**
 * The options of an {@link EventStream}. An instance is immutable and its values are valid.
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
    private final long maxPendingBytes; // Long.MAX_VALUE for no limit

    private EventStreamOptions(Duration heartbeat, long maxPendingBytes) {
        this.heartbeat = heartbeat;
        this.maxPendingBytes = maxPendingBytes;
    }

    /**
     * Returns the defaults: a heartbeat after 15 s without an event, and at most 1 MiB of pending data.
     *
     * @return always the same instance
     */
    public static EventStreamOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets after which time without any event the server sends a comment. Clients ignore comments. A comment shows
     * whether the client is still there, and keeps proxies from closing the connection.
     *
     * @param silence the time (default: 15 s); zero for no heartbeats
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
     * Limits the data that may wait to be sent to the client. Beyond the limit, {@link EventStream#send} waits, and
     * {@link EventStream#trySend} returns false.
     *
     * @param octets the limit (default: 1 MiB); 0 for none. Without a limit, a slow client can take as much memory as
     *     the application sends
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

    /** Returns the limit in octets; {@link Long#MAX_VALUE} for none. */
    long maxPendingBytes() {
        return maxPendingBytes;
    }
}
