/**
 * HTTP/2 (RFC 9113): connections and their streams. Windows, guards and priorities need neither a socket nor a thread, and are
 * given times by the caller, so that they can be tested without waiting.
 */
package dev.ringer.internal.http2;
