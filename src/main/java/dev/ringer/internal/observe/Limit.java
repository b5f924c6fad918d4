package dev.ringer.internal.observe;

/**
 * The limits at which the server closes a connection or refuses a request, although the client has broken no rule: time
 * limits, and limits on load. The counts of broken rules are separate; among them are a request head and a body that
 * arrive too slowly.
 */
public enum Limit {
    /** The server closes a connection that is idle, or on which no bytes have arrived yet. */
    IDLE_INTERVAL,
    /** A client reads nothing of its response for too long. */
    WRITE_STALL_TIMEOUT,
    /** A client reads its response too slowly. */
    MIN_RESPONSE_RATE,
    /**
     * After the response, the rest of the request body does not arrive, or the client does not close its side of the
     * connection.
     */
    DRAIN_TIMEOUT,
    /** The server closes a connection because a request with its body took too long. */
    MAX_REQUEST_TIME,
    /** The server closes a connection because a response took too long. */
    MAX_RESPONSE_TIME,
    /** The server closes a connection because its TLS handshake took too long. */
    TLS_HANDSHAKE_TIMEOUT,

    /** A request gets 503, because too many exchanges are in progress. */
    MAX_EXCHANGES,
    /** A request gets 503, because too many exchanges of the same client are in progress. */
    MAX_EXCHANGES_PER_CLIENT,
    /** The server refuses a stream, because its connection has too many streams. */
    MAX_STREAMS,
    /** The server closes a new connection, because too many connections are open. */
    MAX_CONNECTIONS,
    /** The server closes a new connection, because the same client has too many connections. */
    MAX_CONNECTIONS_PER_CLIENT,
    /** The server closes a connection, because the same client has too many TLS handshakes in progress. */
    MAX_HANDSHAKES_PER_CLIENT,
    /** The server closes a connection after a response, because too many connections are idle. */
    MAX_IDLE_CONNECTIONS,
    /** The application's executor rejects a request. */
    EXECUTOR;

    /** Whether this is a time limit for a single client. Otherwise it is a limit on load. */
    public boolean isTime() {
        return compareTo(TLS_HANDSHAKE_TIMEOUT) <= 0; // TLS_HANDSHAKE_TIMEOUT is the last of the time limits
    }
}
