package dev.ringer.internal.protocol;

/**
 * The events of one connection, with which the loop calls a protocol, one call at a time. None of these methods may
 * block. If one throws, the connection is closed. The protocol also evicts what it retains for its client when memory
 * is short.
 */
public interface ConnectionEvents {
    /** Called when there may be something to read. */
    void onReadable();

    /** Called when there may be room to write. */
    void onWritable();

    /**
     * Closes the connection now if nothing is in progress on it. Called when the server is draining.
     *
     * @return false if the server must wait for something
     */
    boolean closeIfIdle();

    /**
     * Whether the client may be about to send its first request. A draining server gives such a new connection a
     * moment.
     *
     * @return false after its first request
     */
    default boolean awaitsFirstRequest() {
        return false;
    }

    /**
     * Whether what is retained for the client can be evicted: the loop owns the connection, or the application waits
     * for its client. Any thread calls this, so the answer may already be out of date.
     *
     * @return false while a handler is at work on it
     */
    boolean spareable();

    /**
     * Evicts what is retained for the client, if that is still possible. If the client can still get an answer, it says
     * why.
     *
     * @return false if nothing was evicted
     */
    boolean letGo();

    /**
     * Called when the connection has been closed, by either side or by a fault. This is the last event. The protocol
     * gives back here what it holds.
     */
    void onClosed();
}
