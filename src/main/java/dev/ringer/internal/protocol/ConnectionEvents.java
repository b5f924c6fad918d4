package dev.ringer.internal.protocol;

/**
 * Receives the events of one connection. A protocol implements this interface, and the loop calls one method at a time.
 * No method may block. If a method throws an exception, the loop closes the connection.
 */
public interface ConnectionEvents {
    /** Called when there may be bytes to read. */
    void onReadable();

    /** Called when the socket may be writable again. */
    void onWritable();

    /**
     * Closes the connection now if nothing is in progress on it. Called while the server is draining.
     *
     * @return false if something is in progress, so that the server must wait
     */
    boolean closeIfIdle();

    /**
     * Whether the client has connected, but has not sent its first request yet. A draining server waits a short time
     * for this request.
     */
    default boolean awaitsFirstRequest() {
        return false;
    }

    /**
     * Whether an exchange has the connection to itself. Then a draining server does not look for bytes that the selector
     * has not reported yet.
     */
    default boolean lent() {
        return false;
    }

    /**
     * Whether the server may close the connection now to free memory. True if no exchange is in progress, or if the
     * application waits for the client. False while a handler works on the connection. Any thread may call this, and
     * the answer may already be out of date.
     */
    boolean evictable();

    /**
     * Closes the connection, or drops a part of its data, to free memory. If the client can still get an answer, it
     * gets 503.
     *
     * @return false if no memory was freed
     */
    boolean evict();

    /**
     * Called when the connection has been closed, by either side or because of an error. No event follows. The protocol
     * must release the memory that it retains.
     */
    void onClosed();
}
