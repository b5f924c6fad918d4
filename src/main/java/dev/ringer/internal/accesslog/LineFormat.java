package dev.ringer.internal.accesslog;

/** Formats records as lines. For one thread. */
interface LineFormat {
    /**
     * Adds the line of a record, with its line end.
     *
     * @param begunMillis the time at which the exchange began, in milliseconds since the epoch
     */
    void append(LineBuffer to, AccessRecord record, long begunMillis);
}
