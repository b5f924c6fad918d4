/**
 * Converts the frames of HTTP/2 (RFC 9113, sections 4 and 6; RFC 9218, section 7) from bytes to plain values and back.
 * The package also defines the rules that a client can break. It knows no streams and no sockets. The
 * {@code FrameHandler} decides everything that depends on the state of a stream.
 */
package dev.ringer.internal.http2.frame;
