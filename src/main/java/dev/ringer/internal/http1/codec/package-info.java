/**
 * The grammar of HTTP/1.1 and HTTP/1.0 in bytes (RFC 9112): what a request head, a chunked body and a response head are
 * made of. Pure: everything here works on arrays and numbers, can stop at any byte and go on with the next one, and knows
 * neither connections nor sockets nor threads.
 */
package dev.ringer.internal.http1.codec;
