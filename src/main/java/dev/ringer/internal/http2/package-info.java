/**
 * HTTP/2 (RFC 9113): connections and their streams. Windows, guards and priorities need neither a socket nor a thread.
 * Their callers pass the time, so that tests need not wait.
 */
package dev.ringer.internal.http2;
