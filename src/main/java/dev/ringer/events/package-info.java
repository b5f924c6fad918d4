/**
 * Server-sent events (WHATWG HTML, 9.2): push events to a browser's {@code EventSource}, or to any other client.
 *
 * <ul>
 *   <li>{@link dev.ringer.events.EventStream} is one client's stream. A handler opens it and returns; any thread may
 *       send on it.
 *   <li>{@link dev.ringer.events.ServerSentEvent} is an event, encoded once for all the streams it goes to.
 *   <li>{@link dev.ringer.events.EventStreamOptions} sets the heartbeat, and how far a client may fall behind.
 * </ul>
 *
 * <p>On Ringer, an open stream needs no thread. On other providers, it does what their API allows.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.events;

import org.jspecify.annotations.NullMarked;
