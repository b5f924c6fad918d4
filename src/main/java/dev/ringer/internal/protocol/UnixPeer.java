package dev.ringer.internal.protocol;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Provides the Internet addresses that stand for unix domain sockets in the JDK's API. Each is the loopback address,
 * because both ends are on this machine. Its port is 0, and its host name is, for example, "unix".
 */
public final class UnixPeer {
    /** The address of both ends of every connection over a unix domain socket. Compare it by identity. */
    public static final InetSocketAddress ADDRESS = named("unix");

    private UnixPeer() {}

    /** Returns the loopback address with port 0 and the given host name. */
    public static InetSocketAddress named(String name) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(name, new byte[] {127, 0, 0, 1}), 0);
        } catch (UnknownHostException e) {
            throw new AssertionError("Java rejected a loopback address of 4 bytes", e);
        }
    }
}
