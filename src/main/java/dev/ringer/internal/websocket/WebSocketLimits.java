package dev.ringer.internal.websocket;

/**
 * The limits that the application has set for the WebSockets of one handler.
 *
 * @param maxMessageBytes the largest message in octets, after decompression; {@link Long#MAX_VALUE} for no limit
 * @param maxPendingBytes the most octets that may wait to be sent to one client; beyond this, {@code send} waits
 * @param pingNanos if a client sends nothing for this many nanoseconds, it gets a ping; {@link Long#MAX_VALUE} for no
 *     pings
 * @param pongNanos the nanoseconds that a client has to answer a ping; {@link Long#MAX_VALUE} for no limit
 * @param closeNanos the nanoseconds that a client has to answer a close frame, and after that to end its side of the
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
