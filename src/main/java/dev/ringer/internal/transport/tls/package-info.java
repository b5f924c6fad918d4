/**
 * TLS between a socket and its protocol. The event loop drives a handshake. Then a connection reads and writes
 * plaintext under the same rules of ownership as a clear-text one.
 */
package dev.ringer.internal.transport.tls;
