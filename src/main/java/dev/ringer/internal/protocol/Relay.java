package dev.ringer.internal.protocol;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * What a trusted proxy told of a connection before its first byte. Immutable.
 *
 * @param proxy the address from which the proxy connected
 * @param clientKnown whether the transport's addresses are those of the client; if not, the proxy speaks for somebody whom it
 *     does not name, and the addresses are its own
 * @param secure whether the client spoke TLS with the proxy
 * @param notes what else it told, by name
 */
public record Relay(InetSocketAddress proxy, boolean clientKnown, boolean secure, Map<String, String> notes) {}
