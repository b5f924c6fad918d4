package dev.ringer.internal.protocol;

import java.nio.ByteBuffer;

/**
 * A protocol such as HTTP/1, on one event loop. The object serves all connections of that loop that speak this
 * protocol. Only the loop calls its methods.
 */
public interface Protocol {
    /** The argument of {@link #open} if no bytes of the connection have been read yet. */
    ByteBuffer NOTHING_RECEIVED = ByteBuffer.allocate(0);

    /**
     * Begins to serve a connection: sets the receiver of its events by {@link Transport#serveBy}, and handles the bytes
     * that have arrived.
     *
     * @param transport the connection
     * @param received the bytes that were read before the protocol was known. The protocol must copy these bytes,
     *     because the caller uses the buffer again
     */
    void open(Transport transport, ByteBuffer received);
}
