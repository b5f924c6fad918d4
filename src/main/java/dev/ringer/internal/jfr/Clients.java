package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;

/** Formats the client of an event. */
final class Clients {
    private Clients() {}

    /** Returns the address as numbers, without a look-up; null if the client is not known. */
    static String address(InetSocketAddress client) {
        return client == null ? null : client.getAddress().getHostAddress();
    }

    /** Returns the port; 0 if the client is not known. */
    static int port(InetSocketAddress client) {
        return client == null ? 0 : client.getPort();
    }
}
