package dev.ringer.internal.observe;

/**
 * What ends a connection or turns a request away although nothing is wrong with what was sent: a time that is over, or a load
 * that is shed. Faults of requests are told apart by their violations, among them heads and bodies that are too slow.
 */
public enum Limit {
    /** An idle connection is closed, or a new one that has sent nothing. */
    IDLE_INTERVAL,
    /** A client takes nothing of its response. */
    WRITE_STALL_TIMEOUT,
    /** A client takes too little of its response for too long. */
    MIN_RESPONSE_RATE,
    /** The rest of a body, or the client's end after an early answer, does not come. */
    DRAIN_TIMEOUT,
    /** A request takes too long as a whole. */
    MAX_REQUEST_TIME,
    /** A response takes too long as a whole. */
    MAX_RESPONSE_TIME,
    /** A TLS handshake takes too long. */
    TLS_HANDSHAKE_TIMEOUT,

    /** A request gets 503 for the number of exchanges in progress. */
    MAX_EXCHANGES,
    /** A stream is refused for the number of its connection's. */
    MAX_STREAMS,
    /** A new connection is closed for the number of all. */
    MAX_CONNECTIONS,
    /** A new connection is closed for the number of its client's. */
    MAX_CONNECTIONS_PER_CLIENT,
    /** A connection is closed for the number of its client's handshakes in progress. */
    MAX_HANDSHAKES_PER_CLIENT,
    /** A connection is closed after its response for the number of idle ones. */
    MAX_IDLE_CONNECTIONS,
    /** The application's executor does not take a request. */
    EXECUTOR;

    /**
     * Whether it is a time that is over; else there is too much of something.
     *
     * @return true for those of single clients, false for loads that are shed
     */
    public boolean isTime() {
        return compareTo(TLS_HANDSHAKE_TIMEOUT) <= 0; // the last one of these
    }
}
