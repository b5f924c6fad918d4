/**
 * Turns the field blocks that a client sends into request heads and trailers (RFC 9113, 8), and checks them. The package
 * knows no connections, streams or threads.
 */
package dev.ringer.internal.http2.request;
