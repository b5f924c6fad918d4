package dev.ringer.internal.websocket;

/**
 * How one handler's WebSockets are served.
 *
 * @param maxMessageBytes the largest message in octets, after decompression; {@link Long#MAX_VALUE} for any
 * @param maxPendingBytes how much may wait to be sent before senders wait
 * @param pingNanos after how long a silent client is asked whether it is there; {@link Long#MAX_VALUE} for never
 * @param pongNanos how long it has to answer; {@link Long#MAX_VALUE} for ever
 * @param closeNanos how long a client has to answer a close frame, and then to end its side of the connection
 * @param fragments whether messages are handed on in pieces, as they come
 */
public record WebSocketLimits(
        long maxMessageBytes,
        long maxPendingBytes,
        long pingNanos,
        long pongNanos,
        long closeNanos,
        boolean fragments) {}
