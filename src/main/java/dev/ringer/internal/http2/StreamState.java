package dev.ringer.internal.http2;

/**
 * The state of a stream in the table: what the client may still send on it (RFC 9113, 5.1).
 *
 * <pre>
 *   OPEN ──END_STREAM──► COMPLETE
 *    │  └──response complete, handler ended──► DRAINING ──END_STREAM──► removed
 *    ├──RST_STREAM by the client──► RESET
 *    └──RST_STREAM by the server──► BROKEN
 * </pre>
 *
 * <p>In all states except DRAINING, the stream stays in the table until its handler has ended.
 */
enum StreamState {
    /** The client may send content. */
    OPEN,
    /** The client has sent END_STREAM. */
    COMPLETE,
    /** The client may send content that nobody will read. The server accepts a limited amount and drops it. */
    DRAINING,
    /** The client has reset the stream. */
    RESET,
    /**
     * The server has reset the stream. The server ignores further frames, because the client may not have known of the
     * reset.
     */
    BROKEN
}
