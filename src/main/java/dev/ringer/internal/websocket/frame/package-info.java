/**
 * The codec of WebSocket (RFC 6455) and what its compression is agreed on (RFC 7692): bytes only, no socket, no thread, and
 * nothing of the application.
 */
package dev.ringer.internal.websocket.frame;
