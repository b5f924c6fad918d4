package dev.ringer.internal.http2;

/**
 * What may still come from the client on a stream that the connection knows (RFC 9113, 5.1).
 *
 * <pre>
 *   OPEN ──END_STREAM──► COMPLETE
 *    │  └──response complete, handler ended──► DRAINING ──END_STREAM──► forgotten
 *    ├──RST_STREAM by the client──► RESET
 *    └──RST_STREAM by us──► BROKEN
 * </pre>
 *
 * <p>In all states but DRAINING the stream is known until its handler has ended.
 */
enum StreamState {
    /** Content. */
    OPEN,
    /** Nothing: it has sent END_STREAM. */
    COMPLETE,
    /** Content that nobody will read, of which a little is let in. */
    DRAINING,
    /** Nothing: it has reset the stream. */
    RESET,
    /** What was on its way when we reset the stream, and is passed over. */
    BROKEN
}
