package dev.ringer.internal.protocol;

import java.nio.ByteBuffer;

/** A protocol on one event loop: takes up the connections for which it was chosen. Owned by the loop. */
public interface Protocol {
    /** What is given to {@link #open} when nothing has been read yet. */
    ByteBuffer NOTHING_RECEIVED = ByteBuffer.allocate(0);

    /**
     * Takes up a connection: says by {@link Transport#serveBy} who is told of its events, and deals with what is here
     * already.
     *
     * @param transport the connection
     * @param received what was read before the protocol was chosen; to be copied, since the buffer is used again
     */
    void open(Transport transport, ByteBuffer received);
}
