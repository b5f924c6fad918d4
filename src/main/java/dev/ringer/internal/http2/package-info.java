/**
 * Serves HTTP/2 (RFC 9113): connections, their streams, and the content of requests. The packages below know no
 * connection: {@code frame} and {@code hpack} are codecs, {@code request} reads request heads, {@code response} sends
 * responses, and {@code flow} has windows, priorities and guards.
 */
package dev.ringer.internal.http2;
