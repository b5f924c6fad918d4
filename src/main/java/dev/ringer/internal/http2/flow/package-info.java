/**
 * Limits how much each side of an HTTP/2 connection may send, and in which order: flow-control windows (RFC 9113, 5.2),
 * priorities (RFC 9218), and guards against floods of frames. The guards do not read the time: their callers pass it to
 * them, so that tests need not wait.
 */
package dev.ringer.internal.http2.flow;
