package dev.ringer.internal.protocol;

/**
 * What the loop tells a protocol of one connection, one call at a time. None of these may block; what one throws closes the
 * connection. The protocol also lets go what it holds for its client when memory is short.
 */
public interface ConnectionEvents {
    /** There may be something to read. */
    void onReadable();

    /** There may be room to write. */
    void onWritable();

    /**
     * The server is draining: close the connection now if nothing is in progress on it.
     *
     * @return false if the server must wait for something
     */
    boolean closeIfIdle();

    /**
     * Whether the client may be about to send its first request, so that a draining server gives a new connection a moment.
     *
     * @return false once there was one
     */
    default boolean awaitsFirstRequest() {
        return false;
    }

    /**
     * Whether what is kept for the client can be let go: the loop owns it, or the application waits for its client. Any thread, so
     * that it may be of a moment ago.
     *
     * @return false while a handler is at work on it
     */
    boolean spareable();

    /**
     * Lets go what is kept for the client, if that still can be: with an answer that says why where there can be one, else without.
     *
     * @return false if nothing was let go
     */
    boolean letGo();

    /** The connection has been closed, by either side or by a fault. The last event, and the place to give back what is held. */
    void onClosed();
}
