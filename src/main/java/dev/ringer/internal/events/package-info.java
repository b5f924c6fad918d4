/**
 * Sends server-sent events on a connection or an HTTP/2 stream, after the response head. The package does not depend on
 * the public API, nor on the syntax of events. The JVM loads it when the first event stream is opened.
 */
package dev.ringer.internal.events;
