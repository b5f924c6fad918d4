/**
 * TLS between a socket and its protocol. The event loop drives the handshake. After that, the protocol reads and writes
 * plaintext, under the same rules of ownership as on a clear-text connection.
 */
package dev.ringer.internal.transport.tls;
