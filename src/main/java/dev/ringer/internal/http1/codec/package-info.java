/**
 * Reads and writes the bytes of HTTP/1.1 and HTTP/1.0 (RFC 9112): request heads, chunked bodies and response heads.
 * Each parser gets its bytes in pieces of any size. No class of this package uses connections, sockets or threads.
 */
package dev.ringer.internal.http1.codec;
