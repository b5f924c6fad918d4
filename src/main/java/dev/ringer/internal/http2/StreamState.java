package dev.ringer.internal.http2;

/**
 * The state of a stream that the connection knows: what the client may still send on it (RFC 9113, 5.1).
 *
 * <pre>
 *   OPEN ──END_STREAM──► COMPLETE
 *    │  └──response complete, handler ended──► DRAINING ──END_STREAM──► forgotten
 *    ├──RST_STREAM by the client──► RESET
 *    └──RST_STREAM by us──► BROKEN
 * </pre>
 *
 * <p>In all states but DRAINING the connection knows the stream until its handler has ended.
 */
enum StreamState {
    /** The client may send content. */
    OPEN,
    /** The client sends nothing more: it has sent END_STREAM. */
    COMPLETE,
    /** The client may send content that nobody will read. A little of it is let in. */
    DRAINING,
    /** The client sends nothing more: it has reset the stream. */
    RESET,
    /** The server has reset the stream. Frames that were on their way then are ignored. */
    BROKEN
}
