/**
 * The interfaces between the layers. A protocol (HTTP/1, HTTP/2 or WebSocket) and the layers above and below it call
 * each other through these interfaces. This package implements neither side.
 */
package dev.ringer.internal.protocol;
