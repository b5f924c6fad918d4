/**
 * The interfaces between the layers. A protocol (HTTP/1 or HTTP/2) and the exchange above it call each other through
 * them, and so do a protocol and the transport below it. No implementation of either side lives here.
 */
package dev.ringer.internal.protocol;
