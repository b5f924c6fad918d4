/** TLS between a socket and a protocol such as HTTP/1, which uses a TLS connection like any other connection. */
package dev.ringer.internal.transport.tls;
