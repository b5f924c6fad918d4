/**
 * The connection that speaks HTTP/1.1 and HTTP/1.0 (RFC 9112): what it reads and when, what it sends and when, and what
 * becomes of it after each exchange. The grammar of its bytes is in the package {@code codec}.
 */
package dev.ringer.internal.http1;
