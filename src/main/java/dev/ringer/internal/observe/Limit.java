package dev.ringer.internal.observe;

/**
 * Time limits, and limits on load. When such a limit is exceeded, the server closes a connection or refuses a request,
 * although the client has broken no rule. Broken rules are counted separately, and so are request heads and bodies that
 * arrive too slowly.
 */
public enum Limit {
    /** The server closes a connection that was idle for too long, or on which the first byte did not arrive in time. */
    IDLE_INTERVAL,
    /** A client reads nothing of its response for longer than the server allows. */
    WRITE_STALL_TIMEOUT,
    /** A client reads its response more slowly than the minimum rate. */
    MIN_RESPONSE_RATE,
    /**
     * After the response, the rest of the request body does not arrive in time, or the client does not close its side
     * of the connection in time.
     */
    DRAIN_TIMEOUT,
    /** The server closes a connection because a request with its body took longer than the server allows. */
    MAX_REQUEST_TIME,
    /** The server closes a connection because a response took longer than the server allows. */
    MAX_RESPONSE_TIME,
    /** The server closes a connection because the TLS handshake took longer than the server allows. */
    TLS_HANDSHAKE_TIMEOUT,

    /** A request gets 503, because the server already has as many exchanges in progress as it allows. */
    MAX_EXCHANGES,
    /**
     * A request gets 503, because its client already has as many exchanges in progress as the server allows to a
     * client.
     */
    MAX_EXCHANGES_PER_CLIENT,
    /** The server refuses a stream, because its connection already has as many open streams as the server allows. */
    MAX_STREAMS,
    /** The server closes a new connection, because the server already has as many open connections as it allows. */
    MAX_CONNECTIONS,
    /**
     * The server closes a new connection, because its client already has as many open connections as the server allows
     * to a client.
     */
    MAX_CONNECTIONS_PER_CLIENT,
    /**
     * The server closes a connection, because its client already has as many TLS handshakes in progress as the server
     * allows to a client.
     */
    MAX_HANDSHAKES_PER_CLIENT,
    /** The server closes a connection after a response, because more connections are idle than the server allows. */
    MAX_IDLE_CONNECTIONS,
    /** The application's executor rejects a request. */
    EXECUTOR;

    /** Whether this is a time limit for a single client; false for a limit on load. */
    public boolean isTime() {
        return compareTo(TLS_HANDSHAKE_TIMEOUT) <= 0; // TLS_HANDSHAKE_TIMEOUT is the last of the time limits
    }
}
