package dev.ringer.internal.accesslog;

/** Formats records as lines of the access log. Not thread-safe. */
interface LineFormat {
    /**
     * Adds the line for a record to a buffer, with a line end.
     *
     * @param begunMillis the time at which the exchange began, in milliseconds since the epoch
     */
    void append(LineBuffer to, AccessRecord record, long begunMillis);
}
