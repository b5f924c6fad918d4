/**
 * TLS between a socket and its protocol: handshakes driven by the event loop, then a connection that reads and writes
 * plaintext under the same rules of ownership as a clear one.
 */
package dev.ringer.internal.transport.tls;
