/**
 * The frames of HTTP/2 (RFC 9113, sections 4 and 6; RFC 9218, section 7): bytes to plain values and back. Knows neither
 * streams nor field blocks nor sockets: what depends on the state of a stream is decided by those who are told.
 */
package dev.ringer.internal.http2.frame;
