/**
 * Serves a connection or a stream after the head of an event stream: server-sent events leave as chunks or as they are.
 * Knows no API and no event syntax. Loaded when the first event stream is opened.
 */
package dev.ringer.internal.events;
