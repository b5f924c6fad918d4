/**
 * Encodes and decodes WebSocket frames (RFC 6455), and negotiates their compression (RFC 7692). The package handles
 * only bytes. It uses no sockets and no threads.
 */
package dev.ringer.internal.websocket.frame;
