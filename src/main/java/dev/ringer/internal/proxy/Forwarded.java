package dev.ringer.internal.proxy;

import java.net.InetSocketAddress;

/**
 * What trusted proxies have told of a request in its fields. Immutable.
 *
 * @param client who sent it, as far as that is known
 * @param secure whether the client spoke TLS; null if that was not told
 * @param host the Host that it asked for; null if that was not told
 */
public record Forwarded(InetSocketAddress client, Boolean secure, String host) {}
