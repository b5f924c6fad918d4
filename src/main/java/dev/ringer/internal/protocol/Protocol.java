package dev.ringer.internal.protocol;

import java.nio.ByteBuffer;

/** A protocol on one event loop. It serves the connections that speak this protocol. Owned by the loop. */
public interface Protocol {
    /** Argument of {@link #open} when nothing has been read yet. */
    ByteBuffer NOTHING_RECEIVED = ByteBuffer.allocate(0);

    /**
     * Takes over a connection. Sets the receiver of its events by {@link Transport#serveBy}, and handles the bytes that
     * have arrived.
     *
     * @param transport the connection
     * @param received the bytes that were read before the protocol was chosen. The protocol must copy them, since the
     *     caller uses the buffer again
     */
    void open(Transport transport, ByteBuffer received);
}
