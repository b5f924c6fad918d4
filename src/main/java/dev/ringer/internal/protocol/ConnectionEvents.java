package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.MemoryHolder;

/**
 * What the loop tells a protocol of one connection, one call at a time. None of these may block; what one throws closes the
 * connection. The protocol also says how much it holds for its client, and lets that go when memory is short.
 */
public interface ConnectionEvents extends MemoryHolder {
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

    /** The connection has been closed, by either side or by a fault. The last event, and the place to give back what is held. */
    void onClosed();
}
