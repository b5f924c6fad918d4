package dev.ringer.internal.proxy;

import java.net.InetSocketAddress;

/**
 * Information from trusted proxies about a request, taken from its fields. Immutable.
 *
 * @param client the sender of the request, as far as it is known
 * @param secure whether the client spoke TLS; null if no proxy says so
 * @param host the Host that the client asked for; null if no proxy names it
 */
public record Forwarded(InetSocketAddress client, Boolean secure, String host) {}
