/**
 * Connections that speak HTTP/1.1 and HTTP/1.0 (RFC 9112): when they read and send, and what they do after each
 * exchange. The grammar of the bytes is in the package {@code codec}.
 */
package dev.ringer.internal.http1;
