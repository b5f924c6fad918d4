/**
 * Serves HTTP/2 (RFC 9113): connections and their streams. The classes for windows, guards and priorities use neither
 * sockets nor threads. Their callers pass the current time to them. So tests of these classes need not wait.
 */
package dev.ringer.internal.http2;
