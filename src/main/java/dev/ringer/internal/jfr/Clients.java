package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;

/** Formats the address of a client for an event of the Flight Recorder. */
final class Clients {
    private Clients() {}

    /** Returns the address in numeric form, without a DNS lookup; null if the client is not known. */
    static String address(InetSocketAddress client) {
        return client == null ? null : client.getAddress().getHostAddress();
    }

    /** Returns the port of the client; 0 if the client is not known. */
    static int port(InetSocketAddress client) {
        return client == null ? 0 : client.getPort();
    }
}
