package dev.ringer.internal.http2;

/** An item that waits to be sent on a connection. The items link themselves, so the queue needs no other objects. */
abstract class Outgoing {
    Outgoing next; // the next item of the list, while this one waits

    /** Puts frames into the output's buffer. Sending thread only. */
    abstract void compose(FrameOutput output);

    /** Whether the item is a response, to which the minimum rate applies. */
    boolean rated() {
        return false;
    }

    /** Drops the item, because nothing is sent on the connection any more. Sending thread only. */
    void discard(FrameOutput output) {}
}
