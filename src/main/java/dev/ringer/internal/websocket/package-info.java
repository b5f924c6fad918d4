/**
 * Serves a connection after it has switched from HTTP to WebSocket (RFC 6455). Only the loop thread reads. The
 * application gets one message after the other. Any thread may send. The package uses neither HTTP nor the public
 * interfaces.
 */
package dev.ringer.internal.websocket;
