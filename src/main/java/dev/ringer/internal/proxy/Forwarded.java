package dev.ringer.internal.proxy;

import java.net.InetSocketAddress;

/**
 * The client of a request, as trusted proxies describe it in the fields of the request. Immutable.
 *
 * @param client the address of the client; if no proxy gives this address, the address of the known proxy that is
 *     nearest to the client
 * @param secure whether the client used TLS; null if no proxy says
 * @param host the Host field that the client sent; null if no proxy says
 */
public record Forwarded(InetSocketAddress client, Boolean secure, String host) {}
