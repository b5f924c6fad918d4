package dev.ringer.internal.websocket;

/**
 * The limits of one handler's WebSockets.
 *
 * @param maxMessageBytes the largest message in octets, after decompression; {@link Long#MAX_VALUE} for any
 * @param maxPendingBytes octets that may wait to be sent; beyond this limit senders wait
 * @param pingNanos nanoseconds for which a client may be silent before it gets a ping; {@link Long#MAX_VALUE} for no
 *     pings
 * @param pongNanos nanoseconds that a client has to answer a ping; {@link Long#MAX_VALUE} for no limit
 * @param closeNanos nanoseconds that a client has to answer a close frame, and then again to end its side of the
 *     connection
 * @param fragments whether messages are delivered in pieces as they arrive
 */
public record WebSocketLimits(
        long maxMessageBytes,
        long maxPendingBytes,
        long pingNanos,
        long pongNanos,
        long closeNanos,
        boolean fragments) {}
