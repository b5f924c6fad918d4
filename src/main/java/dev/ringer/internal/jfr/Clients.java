package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;

/** How events say whose they are. */
final class Clients {
    private Clients() {}

    /** The address as numbers, without a look-up; null if the client is not known. */
    static String address(InetSocketAddress client) {
        return client == null ? null : client.getAddress().getHostAddress();
    }

    /** The port; 0 if the client is not known. */
    static int port(InetSocketAddress client) {
        return client == null ? 0 : client.getPort();
    }
}
