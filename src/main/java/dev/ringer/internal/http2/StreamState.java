package dev.ringer.internal.http2;

/**
 * The state of a stream in the table. It says what the client may still send on the stream (RFC 9113, 5.1).
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
    /**
     * The response is complete, but the client may still send content. The server accepts a limited amount and drops
     * it.
     */
    DRAINING,
    /** The client has reset the stream. */
    RESET,
    /**
     * The server has reset the stream. The server ignores further frames on the stream, because the client may have
     * sent them before it learned of the reset.
     */
    BROKEN
}
