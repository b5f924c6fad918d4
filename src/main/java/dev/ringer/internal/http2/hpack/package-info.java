/**
 * Turns field blocks of HTTP/2 (HPACK, RFC 7541) from octets into field lines and back. Both sides of a connection keep
 * the same tables for that. The package knows no streams, and no rules about requests.
 */
package dev.ringer.internal.http2.hpack;
