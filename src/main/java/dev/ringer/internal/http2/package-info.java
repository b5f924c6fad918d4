/**
 * Serves HTTP/2 (RFC 9113): connections and their streams. The windows, guards and priorities need neither sockets nor
 * threads. Their callers pass the time, so that tests need not wait.
 */
package dev.ringer.internal.http2;
