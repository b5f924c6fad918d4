package dev.ringer.internal.protocol;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Unix domain sockets where the API wants addresses of the Internet: the loopback, on which their other ends are, port 0, and a
 * name that says what it is.
 */
public final class UnixPeer {
    /** Both ends of any connection by a unix domain socket, told from all other addresses by identity. */
    public static final InetSocketAddress ADDRESS = named("unix");

    private UnixPeer() {}

    /**
     * The loopback with a name of one's own.
     *
     * @param name shown in place of a host
     * @return an address with port 0
     */
    public static InetSocketAddress named(String name) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(name, new byte[] {127, 0, 0, 1}), 0);
        } catch (UnknownHostException e) {
            throw new AssertionError("of the length of an address", e);
        }
    }
}
