/** Sockets, event loops, and waiting for sockets. This package contains nothing about HTTP. */
package dev.ringer.internal.transport;
