/**
 * Serves a connection after it has switched from HTTP to WebSocket (RFC 6455). Only the loop thread reads from the
 * connection. The application gets one message at a time. Any thread may send messages. The package uses neither HTTP
 * nor the public interfaces.
 */
package dev.ringer.internal.websocket;
