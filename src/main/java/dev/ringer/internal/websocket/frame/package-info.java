/** Encodes and decodes WebSocket frames (RFC 6455), and negotiates compression (RFC 7692). Works on bytes only. */
package dev.ringer.internal.websocket.frame;
