package dev.ringer.internal.protocol;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * The data about a connection that a trusted proxy sent before its first byte. Immutable.
 *
 * @param proxy the address from which the proxy connected
 * @param clientKnown whether the transport's addresses are those of the client. If not, they are the proxy's own: it
 *     speaks for somebody whom it does not name
 * @param secure whether the client spoke TLS with the proxy
 * @param notes what else the proxy sent, by name
 */
public record Relay(InetSocketAddress proxy, boolean clientKnown, boolean secure, Map<String, String> notes) {}
