/**
 * Turns the frames of HTTP/2 (RFC 9113, sections 4 and 6; RFC 9218, section 7) from bytes into plain values and back.
 * The package also has the faults of clients. It uses no streams and no sockets. The {@code FrameHandler} decides
 * everything that depends on the state of a stream.
 */
package dev.ringer.internal.http2.frame;
