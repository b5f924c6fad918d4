/**
 * Server-sent events (WHATWG HTML, 9.2): {@link dev.ringer.events.EventStream} pushes
 * {@linkplain dev.ringer.events.ServerSentEvent events} to a browser's {@code EventSource}, or to any other client. On
 * Ringer an open stream needs no thread.
 */
@NullMarked
package dev.ringer.events;

import org.jspecify.annotations.NullMarked;
