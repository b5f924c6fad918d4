/**
 * The codec of WebSocket (RFC 6455), and the negotiation of its compression (RFC 7692). The package handles only bytes.
 * It uses no sockets and no threads.
 */
package dev.ringer.internal.websocket.frame;
