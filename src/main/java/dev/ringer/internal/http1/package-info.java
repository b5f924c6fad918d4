/**
 * HTTP/1.1 and HTTP/1.0 (RFC 9112): the grammar of a connection's bytes, and the connection that speaks it. The parsers,
 * coders and writers of this package are pure: they know arrays and numbers, neither sockets nor threads.
 */
package dev.ringer.internal.http1;
