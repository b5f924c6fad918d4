package dev.ringer.internal.protocol;

/**
 * Receives the events of one connection. The loop calls a protocol, one call at a time. None of these methods may
 * block. If one throws, the loop closes the connection. When memory is short, the loop also asks the protocol to evict
 * what it retains for its client.
 */
public interface ConnectionEvents {
    /** Called when there may be something to read. */
    void onReadable();

    /** Called when there may be room to write. */
    void onWritable();

    /**
     * Closes the connection now if nothing is in progress on it. Called while the server is draining.
     *
     * @return false if something is in progress, so that the server must wait
     */
    boolean closeIfIdle();

    /** Whether the client has not sent its first request yet. A draining server waits a moment for this request. */
    default boolean awaitsFirstRequest() {
        return false;
    }

    /**
     * Whether what is retained for the client can be evicted: the loop owns the connection, or the application waits
     * for its client. It cannot while a handler works on the connection. Any thread calls this, so the answer may
     * already be out of date.
     */
    boolean spareable();

    /**
     * Evicts what is retained for the client, if that is still possible. If the client can still get an answer, the
     * answer gives the reason.
     *
     * @return false if nothing was evicted
     */
    boolean letGo();

    /**
     * Called when the connection has been closed, by either side or by a fault. This is the last event. The protocol
     * releases what it retains.
     */
    void onClosed();
}
