/**
 * Connections that speak HTTP/1.1 and HTTP/1.0 (RFC 9112). This package decides when a connection reads, sends and
 * closes. The package {@code codec} parses the received bytes and composes the bytes to send.
 */
package dev.ringer.internal.http1;
