/**
 * Sockets, event loops and the hand-over of connections between loops and the application's threads. This package knows
 * no HTTP.
 */
package dev.ringer.internal.transport;
