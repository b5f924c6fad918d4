package dev.ringer.internal.proxy;

import java.net.InetSocketAddress;

/**
 * Information from trusted proxies about a request, taken from its fields. Immutable.
 *
 * @param client the address of the client; the address of the last known proxy if no proxy names the client
 * @param secure whether the client spoke TLS; null if no proxy says so
 * @param host the Host that the client has sent; null if no proxy names it
 */
public record Forwarded(InetSocketAddress client, Boolean secure, String host) {}
