/** Sockets, event loops, and waiting for sockets. Knows no HTTP. */
package dev.ringer.internal.transport;
