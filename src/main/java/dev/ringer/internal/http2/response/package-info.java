/**
 * Sends everything that the server sends on an HTTP/2 connection: responses, and control frames between them. The
 * package knows windows and priorities, but neither requests nor what else the client sends.
 */
package dev.ringer.internal.http2.response;
