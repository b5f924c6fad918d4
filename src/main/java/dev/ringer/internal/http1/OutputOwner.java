package dev.ringer.internal.http1;

/** Whose bytes are gathered in a connection's output: one stream after the other. */
interface OutputOwner {
    /** Whether it has ended, so that what is gathered now is another one's. */
    boolean ended();
}
