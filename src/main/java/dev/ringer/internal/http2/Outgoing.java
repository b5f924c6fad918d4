package dev.ringer.internal.http2;

/** Something that waits to be sent on a connection, in a queue that needs no object besides. */
abstract class Outgoing {
    Outgoing next; // behind this one, while it waits

    /** Puts frames into the output's buffer. For the thread that sends. */
    abstract void compose(FrameOutput output);

    /** Whether it is a response, of which the client must take a least rate. */
    boolean rated() {
        return false;
    }

    /** Nothing is sent on the connection any more. For the thread that sends. */
    void discard(FrameOutput output) {}
}
