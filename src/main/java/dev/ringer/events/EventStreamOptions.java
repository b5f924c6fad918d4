package dev.ringer.events;

import java.time.Duration;
import java.util.Objects;

/**
 * The options of an {@link EventStream}: how long the stream may be silent before the server sends a heartbeat, and how
 * far its client may fall behind. Options are immutable, and contain only valid values.
 *
 * <pre>{@code
 * EventStreamOptions options = EventStreamOptions.builder().heartbeat(Duration.ofSeconds(30)).build();
 * EventStream stream = EventStream.open(exchange, options);
 * }</pre>
 *
 * @since 0.1.0
 */
public final class EventStreamOptions {
    private static final EventStreamOptions DEFAULTS = builder().build();

    private final Duration heartbeat;
    private final long maxPendingBytes;

    private EventStreamOptions(Builder from) {
        heartbeat = from.heartbeat;
        maxPendingBytes = from.maxPendingBytes;
    }

    /** {@return the defaults: a heartbeat after 15 s of silence, and up to 1 MiB of data that waits to be sent} */
    public static EventStreamOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder that begins with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that begins with these options} */
    public Builder toBuilder() {
        return builder().heartbeat(heartbeat).maxPendingBytes(maxPendingBytes);
    }

    /** {@return how long a stream may be silent before the server sends a heartbeat; zero for no heartbeats} */
    public Duration heartbeat() {
        return heartbeat;
    }

    /** {@return the most bytes that may wait to be sent to the client; 0 for no limit} */
    public long maxPendingBytes() {
        return maxPendingBytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventStreamOptions options
                && heartbeat.equals(options.heartbeat)
                && maxPendingBytes == options.maxPendingBytes;
    }

    @Override
    public int hashCode() {
        return Objects.hash(heartbeat, maxPendingBytes);
    }

    /** {@return all options, such as {@code EventStreamOptions[heartbeat=PT15S, maxPendingBytes=1048576]}} */
    @Override
    public String toString() {
        return "EventStreamOptions[heartbeat=" + heartbeat + ", maxPendingBytes=" + maxPendingBytes + ']';
    }

    /**
     * Builds {@link EventStreamOptions}. Not thread-safe.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private Duration heartbeat = Duration.ofSeconds(15);
        private long maxPendingBytes = 1 << 20;

        private Builder() {}

        /**
         * Sets how long a stream may be silent before the server sends a heartbeat: a comment, which clients ignore. A
         * heartbeat shows whether the client is still there, and keeps proxies from closing the connection.
         *
         * @param silence the longest time without any event (default: 15 s); zero for no heartbeats
         * @return this
         * @throws IllegalArgumentException if the time is negative
         */
        public Builder heartbeat(Duration silence) {
            if (silence.isNegative()) {
                throw new IllegalArgumentException("heartbeat must not be negative: " + silence);
            }
            heartbeat = silence;
            return this;
        }

        /**
         * Limits how far a client may fall behind. At the limit, {@link EventStream#send} waits, and
         * {@link EventStream#trySend} returns false.
         *
         * @param bytes the limit (default: 1 MiB); 0 for no limit. Without a limit, a slow client can take as much
         *     memory as the application sends
         * @return this
         * @throws IllegalArgumentException if the limit is negative
         */
        public Builder maxPendingBytes(long bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("maxPendingBytes must not be negative: " + bytes);
            }
            maxPendingBytes = bytes;
            return this;
        }

        /** {@return options with the values of this builder} */
        public EventStreamOptions build() {
            return new EventStreamOptions(this);
        }
    }
}
