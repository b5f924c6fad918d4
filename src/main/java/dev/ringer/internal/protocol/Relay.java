package dev.ringer.internal.protocol;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * The data that a trusted proxy has sent about a connection, before its first byte. Immutable.
 *
 * @param proxy the address from which the proxy connected
 * @param clientKnown whether the proxy has named the client, so that the transport has the client's addresses. If not,
 *     the transport has the addresses of the proxy itself
 * @param secure whether the client spoke TLS with the proxy
 * @param notes the other values that the proxy has sent, by name
 */
public record Relay(InetSocketAddress proxy, boolean clientKnown, boolean secure, Map<String, String> notes) {}
