/**
 * Sockets, event loops and the hand-over of connections between loops and the application's threads. Knows no HTTP.
 */
package dev.ringer.internal.transport;
