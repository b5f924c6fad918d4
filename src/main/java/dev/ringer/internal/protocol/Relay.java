package dev.ringer.internal.protocol;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Holds what a trusted proxy has said about a connection in the PROXY protocol, before the first byte of the client.
 * Immutable.
 *
 * @param proxy the address from which the proxy connected
 * @param client the address of the client; null if the proxy has not sent that address
 * @param destination the address to which the client connected; null if {@code client} is null
 * @param secure whether the client spoke TLS with the proxy
 * @param notes the other values that the proxy has sent, by name
 */
public record Relay(
        InetSocketAddress proxy,
        InetSocketAddress client,
        InetSocketAddress destination,
        boolean secure,
        Map<String, String> notes) {
    /** Whether the proxy has sent the client's address. If not, the transport has the proxy's own address. */
    public boolean clientKnown() {
        return client != null;
    }
}
