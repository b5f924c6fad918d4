package dev.ringer.internal.http1;

/**
 * The phase of a connection that speaks HTTP/1.
 *
 * <pre>
 *   HEAD ──────► EXCHANGE ──────► HEAD                 the response has left, the body was read
 *    │              │ └──► SENDING ──► (what follows)  the client is slow to take the end of the response
 *    │              ├────► DRAINING ──► HEAD           a small rest of the body is dropped first
 *    │              ├────► LEAVING ──► another protocol
 *    │ refused      ├────► LINGERING                   the answer must not be lost to a reset: {@code LingeringClose}
 *    └─► LINGERING  └────► closed
 * </pre>
 */
enum Phase {
    HEAD,
    EXCHANGE,
    SENDING,
    DRAINING,
    LINGERING,
    LEAVING,
    CLOSED
}
