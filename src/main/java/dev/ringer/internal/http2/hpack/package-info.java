/**
 * Turns field blocks of HTTP/2 (HPACK, RFC 7541) from octets into field lines and back. An encoder and the decoder of
 * its peer keep equal dynamic tables. The package does not know streams or the rules for requests.
 */
package dev.ringer.internal.http2.hpack;
