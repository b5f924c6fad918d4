/**
 * Turns field blocks of HTTP/2 (HPACK, RFC 7541) from octets into field lines and back. Client and server keep equal
 * tables. The package has no streams, and no rules about requests.
 */
package dev.ringer.internal.http2.hpack;
