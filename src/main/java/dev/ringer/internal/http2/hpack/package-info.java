/**
 * Field blocks of HTTP/2 (HPACK, RFC 7541): octets to field lines and back, with the tables that both sides keep in step.
 * Knows neither streams nor frames nor what a request must have.
 */
package dev.ringer.internal.http2.hpack;
