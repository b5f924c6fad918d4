package dev.ringer.websocket;

import dev.ringer.internal.time.TimeLimit;
import dev.ringer.internal.websocket.WebSocketLimits;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds a {@link WebSocketHandler}. The defaults are: no subprotocol, only pages of the same host, messages up to
 * 1 MiB, 1 MiB pending, a ping after 30 s of silence, 10 s for its answer, no compression. Not safe for use by several
 * threads at once.
 *
 * @since 0.1.0
 */
public final class WebSocketHandlerBuilder {
    private static final long MIB = 1 << 20;

    private final WebSocketListener listener;
    private List<String> subprotocols = List.of();
    private Predicate<String> origins = origin -> false;
    private long maxMessageBytes = MIB;
    private long maxPendingBytes = MIB;
    private Duration pingInterval = Duration.ofSeconds(30);
    private Duration pongTimeout = Duration.ofSeconds(10);
    private Duration closeTimeout = Duration.ofSeconds(5);
    private boolean compression;

    WebSocketHandlerBuilder(WebSocketListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    /**
     * Sets the subprotocols (RFC 6455, 1.9). The server accepts the first of them that a client offers. A client that
     * offers none of them gets a WebSocket without a subprotocol. {@link WebSocketSession#subprotocol} returns null
     * then.
     *
     * @param names the names, case-sensitive, the server's favourite first (default: none)
     * @return this
     */
    public WebSocketHandlerBuilder subprotocols(String... names) {
        subprotocols = List.of(names);
        return this;
    }

    /**
     * Allows pages of other hosts. Pages of the requested host are always allowed. So are clients that name no page, as
     * programs do.
     *
     * @param names the origins as browsers write them (RFC 6454, 6.2): scheme, host, and the port unless it is the
     *     default port. Examples are {@code https://example.org} and {@code http://localhost:3000}
     * @return this
     */
    public WebSocketHandlerBuilder origins(String... names) {
        Set<String> known = Stream.of(names).map(Handshake::normal).collect(Collectors.toUnmodifiableSet());
        return origins(origin -> known.contains(Handshake.normal(origin)));
    }

    /**
     * Allows pages of other hosts. The clients that {@link #origins(String...)} always allows are allowed here too.
     *
     * @param test receives the value of {@code Origin} as sent, only for a client that is not always allowed; returns
     *     true to allow it
     * @return this
     */
    public WebSocketHandlerBuilder origins(Predicate<String> test) {
        origins = Objects.requireNonNull(test, "test");
        return this;
    }

    /**
     * Limits the size of received messages. If a client sends a larger one, the server closes its WebSocket with 1009.
     *
     * @param octets the largest size after decompression (default: 1 MiB); 0 for any size, which is meant for a
     *     {@link WebSocketFragmentListener}
     * @return this
     * @throws IllegalArgumentException if the size is negative
     */
    public WebSocketHandlerBuilder maxMessageBytes(long octets) {
        maxMessageBytes = requireSize("maxMessageBytes", octets);
        return this;
    }

    /**
     * Limits the data that may wait to be sent to one client. Beyond the limit {@link WebSocketSession#sendText} and
     * the other {@code send} methods wait. {@link WebSocketSession#trySendText} and
     * {@link WebSocketSession#trySendBinary} do not send.
     *
     * @param octets the limit (default: 1 MiB); 0 for none. Without a limit a slow client takes as much memory as the
     *     application sends
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    public WebSocketHandlerBuilder maxPendingBytes(long octets) {
        maxPendingBytes = requireSize("maxPendingBytes", octets);
        return this;
    }

    private static long requireSize(String name, long octets) {
        if (octets < 0) {
            throw new IllegalArgumentException(name + " is negative: " + octets);
        }
        return octets == 0 ? Long.MAX_VALUE : octets;
    }

    /**
     * Sets how long a client may be silent before the server sends it a ping (RFC 6455, 5.5.2). The ping asks whether
     * the client is still there. It also keeps proxies from forgetting the connection.
     *
     * @param silence the time without any data from the client (default: 30 s); zero for no pings
     * @return this
     * @throws IllegalArgumentException if the time is negative
     */
    public WebSocketHandlerBuilder pingInterval(Duration silence) {
        pingInterval = requireTime("pingInterval", silence);
        return this;
    }

    /**
     * Sets how long a client may stay silent after a ping before the server ends its WebSocket with 1006. The time
     * begins when the client has taken the data that was sent before.
     *
     * @param silence the time (default: 10 s); zero for no limit
     * @return this
     * @throws IllegalArgumentException if the time is negative
     */
    public WebSocketHandlerBuilder pongTimeout(Duration silence) {
        pongTimeout = requireTime("pongTimeout", silence);
        return this;
    }

    /**
     * Sets how long a client has to answer a close frame, and then to end its side of the connection (default: 5 s).
     * Tests shorten this time.
     */
    WebSocketHandlerBuilder closeTimeout(Duration silence) {
        closeTimeout = silence;
        return this;
    }

    private static Duration requireTime(String name, Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(name + " is negative: " + time);
        }
        return time;
    }

    /**
     * Sets whether messages are compressed if the client offers it (permessage-deflate, RFC 7692). The server
     * compresses messages of 256 octets or more, each by itself, so that it keeps nothing between messages. Compression
     * costs processor time on both sides. It also has a risk: if a message holds a secret beside text that an attacker
     * chose, the length of the message tells the attacker what the secret is.
     *
     * @param value true to compress (default: false)
     * @return this
     */
    public WebSocketHandlerBuilder compression(boolean value) {
        compression = value;
        return this;
    }

    /**
     * Builds the handler.
     *
     * @return a new handler
     */
    public WebSocketHandler build() {
        WebSocketLimits limits = new WebSocketLimits(
                maxMessageBytes,
                maxPendingBytes,
                TimeLimit.nanos(pingInterval),
                TimeLimit.nanos(pongTimeout),
                closeTimeout.toNanos(),
                listener instanceof WebSocketFragmentListener);
        return new WebSocketHandler(listener, subprotocols, origins, compression, limits);
    }
}
