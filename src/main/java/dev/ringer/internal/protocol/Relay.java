package dev.ringer.internal.protocol;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * What a trusted proxy has said about a connection in the PROXY protocol, before the first byte of the client.
 * Immutable.
 *
 * @param proxy the address from which the proxy connected
 * @param clientKnown whether the proxy has sent the client's address. If so, the transport has that address. If not,
 *     the transport has the proxy's own address
 * @param secure whether the client spoke TLS with the proxy
 * @param notes the other values that the proxy has sent, by name
 */
public record Relay(InetSocketAddress proxy, boolean clientKnown, boolean secure, Map<String, String> notes) {}
