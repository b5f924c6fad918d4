/**
 * What HTTP/2 (RFC 9113) says about messages, windows, priorities and abuse, as far as it needs neither a socket nor a
 * thread. Times are given by the caller, so that everything here can be tested without waiting.
 */
package dev.ringer.internal.http2;
