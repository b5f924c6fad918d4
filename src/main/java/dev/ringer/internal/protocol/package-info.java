/**
 * The layer interfaces: what a protocol (HTTP/1.1 now, HTTP/2 later) and the exchange above it say to each other, and
 * what a protocol and the transport below it do. No implementation of either side lives here.
 */
package dev.ringer.internal.protocol;
