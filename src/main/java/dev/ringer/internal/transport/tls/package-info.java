/**
 * TLS between a socket and a protocol such as HTTP/1. The event loop does the handshake. Afterwards the protocol reads
 * and writes as on a connection without TLS.
 */
package dev.ringer.internal.transport.tls;
