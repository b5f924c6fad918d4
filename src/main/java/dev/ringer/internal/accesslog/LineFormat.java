package dev.ringer.internal.accesslog;

/** How a record looks as a line. For one thread. */
interface LineFormat {
    /**
     * Adds a line with its end.
     *
     * @param begunMillis when the exchange began, in milliseconds of the epoch
     */
    void append(LineBuffer to, AccessRecord record, long begunMillis);
}
