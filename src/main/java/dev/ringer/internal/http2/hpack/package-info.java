/**
 * Turns field blocks of HTTP/2 (HPACK, RFC 7541) from octets into field lines and back, with the tables that both sides
 * keep in step. The package knows no streams or frames, and not what a request must have.
 */
package dev.ringer.internal.http2.hpack;
