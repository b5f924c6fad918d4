package dev.ringer.internal.observe;

/**
 * A limit at which the server ends a connection or refuses a request that breaks no rule: a time limit, or load
 * shedding. Requests that break a rule are counted by violation instead. Heads and bodies that are too slow break a
 * rule.
 */
public enum Limit {
    /** An idle connection is closed, or a new one that has sent nothing. */
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
    /** A stream is refused because its connection has too many streams. */
    MAX_STREAMS,
    /** A new connection is closed because there are too many connections. */
    MAX_CONNECTIONS,
    /** A new connection is closed because its client has too many connections. */
    MAX_CONNECTIONS_PER_CLIENT,
    /** A connection is closed because its client has too many handshakes in progress. */
    MAX_HANDSHAKES_PER_CLIENT,
    /** A connection is closed after its response because too many connections are idle. */
    MAX_IDLE_CONNECTIONS,
    /** The application's executor does not take a request. */
    EXECUTOR;

    /** Whether this is a time limit for one client. If not, the server sheds load at this limit. */
    public boolean isTime() {
        return compareTo(TLS_HANDSHAKE_TIMEOUT) <= 0; // the last time limit
    }
}
