package dev.ringer.internal.observe;

/**
 * A limit at which the server ends a connection or refuses a request that breaks no rule: a time limit, or load
 * shedding. If a request breaks a rule, the server counts a violation instead. A head or a body that is too slow breaks
 * a rule.
 */
public enum Limit {
    /** The server closes an idle connection, or a new connection on which no bytes have come. */
    IDLE_INTERVAL,
    /** A client does not read its response. */
    WRITE_STALL_TIMEOUT,
    /** A client reads too little of its response for too long. */
    MIN_RESPONSE_RATE,
    /** The rest of a body does not arrive, or the client does not close its side after an early response. */
    DRAIN_TIMEOUT,
    /** A request takes too long as a whole. */
    MAX_REQUEST_TIME,
    /** A response takes too long as a whole. */
    MAX_RESPONSE_TIME,
    /** A TLS handshake takes too long. */
    TLS_HANDSHAKE_TIMEOUT,

    /** A request gets 503 because too many exchanges are in progress. */
    MAX_EXCHANGES,
    /** A request gets 503 because too many exchanges of its client are in progress. */
    MAX_EXCHANGES_PER_CLIENT,
    /** The server refuses a stream because its connection has too many streams. */
    MAX_STREAMS,
    /** The server closes a new connection because there are too many connections. */
    MAX_CONNECTIONS,
    /** The server closes a new connection because its client has too many connections. */
    MAX_CONNECTIONS_PER_CLIENT,
    /** The server closes a connection because its client has too many handshakes in progress. */
    MAX_HANDSHAKES_PER_CLIENT,
    /** The server closes a connection after its response because too many connections are idle. */
    MAX_IDLE_CONNECTIONS,
    /** The application's executor does not take a request. */
    EXECUTOR;

    /** Whether this is a time limit for one client. If not, the server sheds load at this limit. */
    public boolean isTime() {
        return compareTo(TLS_HANDSHAKE_TIMEOUT) <= 0; // the last time limit
    }
}
