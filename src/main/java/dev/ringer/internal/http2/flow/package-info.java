/**
 * Limits what each side of an HTTP/2 connection may demand, and in which order the server sends: guards against floods
 * of frames, and priorities (RFC 9218). The guards do not read the time: their callers pass it to them, so that tests
 * need not wait.
 */
package dev.ringer.internal.http2.flow;
