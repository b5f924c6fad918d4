/** Tests what HTTPS adds to HTTP: handshakes, records, the ends of connections, and attacks on them. */
package dev.ringer.tls;
