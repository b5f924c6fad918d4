package dev.ringer.internal.http1;

/** A stream whose bytes are gathered in a connection's output. The output gathers for one stream after the other. */
interface OutputOwner {
    /** Whether the stream has ended. Then the output gathers the bytes of another stream. */
    boolean ended();
}
