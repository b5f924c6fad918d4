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
 * Builds a {@link WebSocketHandler}, beginning with the defaults: no subprotocol, pages of the same host, messages of up to
 * 1 MiB, 1 MiB pending, a ping after 30 s of silence, 10 s for its answer, no compression. Not safe for use by several threads
 * at once.
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
     * Sets the subprotocols (RFC 6455, 1.9). The first of them that a client offers is agreed on; a client that offers none of
     * them gets a WebSocket without one, which {@link WebSocketSession#subprotocol} tells.
     *
     * @param names the server's favourite first (default: none); compared with regard to case
     * @return this
     */
    public WebSocketHandlerBuilder subprotocols(String... names) {
        subprotocols = List.of(names);
        return this;
    }

    /**
     * Lets pages of other hosts in. Pages of the host that the client asked for, and clients that name no page, as programs
     * do, are let in at any rate.
     *
     * @param names such as {@code https://example.org} or {@code http://localhost:3000}, as browsers write them
     *     (RFC 6454, 6.2): scheme, host, and a port other than the usual one
     * @return this
     */
    public WebSocketHandlerBuilder origins(String... names) {
        Set<String> known = Stream.of(names).map(Handshake::normal).collect(Collectors.toUnmodifiableSet());
        return origins(origin -> known.contains(Handshake.normal(origin)));
    }

    /**
     * Lets pages of other hosts in.
     *
     * @param test is given the value of {@code Origin} as sent; asked only where {@link #origins(String...)} would let nobody
     *     in
     * @return this
     */
    public WebSocketHandlerBuilder origins(Predicate<String> test) {
        origins = Objects.requireNonNull(test, "test");
        return this;
    }

    /**
     * Bounds messages that come. A client that sends a larger one loses its WebSocket with 1009.
     *
     * @param octets the most, after decompression (default: 1 MiB); 0 for any size, which is for a
     *     {@link WebSocketFragmentListener}
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public WebSocketHandlerBuilder maxMessageBytes(long octets) {
        maxMessageBytes = requireSize("maxMessageBytes", octets);
        return this;
    }

    /**
     * Bounds what may wait to be sent to one client. Beyond it {@link WebSocketSession#sendText} and its like wait, and
     * {@link WebSocketSession#trySendText} and its like do not send.
     *
     * @param octets the most (default: 1 MiB); 0 for any number, with which a slow client takes as much memory as the
     *     application gives it
     * @return this
     * @throws IllegalArgumentException if it is negative
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
     * Sets after how long a silent client is asked by a ping whether it is still there (RFC 6455, 5.5.2). It also keeps
     * proxies from forgetting the connection.
     *
     * @param silence the time in which nothing has come (default: 30 s); zero to never ask
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public WebSocketHandlerBuilder pingInterval(Duration silence) {
        pingInterval = requireTime("pingInterval", silence);
        return this;
    }

    /**
     * Sets how long a client may keep silent after a ping before its WebSocket is lost: 1006. The time begins when the client
     * has taken what was sent before.
     *
     * @param silence the time (default: 10 s); zero for any time
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public WebSocketHandlerBuilder pongTimeout(Duration silence) {
        pongTimeout = requireTime("pongTimeout", silence);
        return this;
    }

    /**
     * Sets how long a client has to answer a close frame, and then to end its side of the connection (default: 5 s). Tests make
     * this time short.
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
     * Sets whether messages are compressed where the client offers it (permessage-deflate, RFC 7692): those of 256 octets or
     * more, each by itself, so that nothing is kept for it in between. It costs processor time on both sides; and a message
     * that holds a secret beside text of an attacker's tells the attacker by its length what the secret is.
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
