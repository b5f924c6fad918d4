/** What HTTPS adds to HTTP: handshakes, records, the ends of a connection, and what an attacker makes of them. */
package dev.ringer.tls;
