/**
 * The codec of WebSocket (RFC 6455), and the negotiation of its compression (RFC 7692). The package handles only bytes:
 * no socket, no thread, and nothing of the application.
 */
package dev.ringer.internal.websocket.frame;
