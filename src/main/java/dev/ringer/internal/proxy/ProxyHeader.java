package dev.ringer.internal.proxy;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * A header of the PROXY protocol. Immutable.
 *
 * @param length how many bytes it has
 * @param local whether the proxy speaks for itself, as for a health check
 * @param source the client's address; null if the proxy does not tell it
 * @param destination where the client connected to; null with {@code source}
 * @param notes what else the proxy tells, by the names of {@link ProxyNotes}
 */
record ProxyHeader(
        int length, boolean local, InetSocketAddress source, InetSocketAddress destination, Map<String, String> notes) {
    /** One that names no client. */
    static ProxyHeader ofNobody(int length, boolean local) {
        return new ProxyHeader(length, local, null, null, Map.of());
    }
}
