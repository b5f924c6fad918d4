package dev.ringer.internal.proxy;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * A header of the PROXY protocol. Immutable.
 *
 * @param length the length of the header in bytes
 * @param source the address of the client; null if the proxy does not name it
 * @param destination the address that the client connected to; null if {@code source} is null
 * @param notes further information from the proxy; {@link ProxyNotes} defines the keys
 */
record ProxyHeader(int length, InetSocketAddress source, InetSocketAddress destination, Map<String, String> notes) {
    static ProxyHeader ofNobody(int length) {
        return new ProxyHeader(length, null, null, Map.of());
    }
}
