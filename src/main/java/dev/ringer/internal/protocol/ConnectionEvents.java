package dev.ringer.internal.protocol;

/**
 * Receives the events of one connection. The loop calls a protocol, one call at a time. None of these methods may
 * block. If one throws, the loop closes the connection. If the memory account is exhausted, the loop also asks the
 * protocol to evict the connection.
 */
public interface ConnectionEvents {
    /** Called when the connection may have bytes to read. */
    void onReadable();

    /** Called when the socket may be writable again. */
    void onWritable();

    /**
     * Closes the connection now if nothing is in progress on it. Called while the server is draining.
     *
     * @return false if something is in progress, so that the server must wait
     */
    boolean closeIfIdle();

    /** Whether the client has not sent its first request yet. A draining server waits a short time for this request. */
    default boolean awaitsFirstRequest() {
        return false;
    }

    /**
     * Whether the server can evict the connection. True if the loop owns the connection, or if the application waits
     * for the client. False while a handler works on the connection. Any thread calls this method, so the answer may
     * already be out of date.
     */
    boolean spareable();

    /**
     * Closes the connection to free its memory, or frees only a part of the memory that the connection retains, if that
     * is still possible. If the client can still get an answer, it gets 503.
     *
     * @return false if no memory was freed
     */
    boolean letGo();

    /**
     * Called when the connection has been closed, by either side or by a fault. This event is the last one. The
     * protocol releases the memory that it retains.
     */
    void onClosed();
}
