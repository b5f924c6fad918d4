package dev.ringer.internal.protocol;

import java.nio.ByteBuffer;

/** A protocol on one event loop. It takes over the connections for which it was chosen. Owned by the loop. */
public interface Protocol {
    /** Argument of {@link #open} when nothing has been read yet. */
    ByteBuffer NOTHING_RECEIVED = ByteBuffer.allocate(0);

    /**
     * Takes over a connection. Sets the receiver of its events by {@link Transport#serveBy}, and handles the bytes that
     * have arrived already.
     *
     * @param transport the connection
     * @param received what was read before the protocol was chosen; to be copied, since the buffer is used again
     */
    void open(Transport transport, ByteBuffer received);
}
