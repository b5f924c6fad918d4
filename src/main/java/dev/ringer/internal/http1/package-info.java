/**
 * Connections that speak HTTP/1.1 and HTTP/1.0 (RFC 9112): when a connection reads and sends, and what it does after
 * each exchange. The package {@code codec} has the grammar of the bytes.
 */
package dev.ringer.internal.http1;
