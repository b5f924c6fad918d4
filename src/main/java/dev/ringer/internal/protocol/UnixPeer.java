package dev.ringer.internal.protocol;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Shows unix domain sockets where the API wants addresses of the Internet. The address is the loopback, where the other
 * ends are, with port 0 and a name that says what it is.
 */
public final class UnixPeer {
    /**
     * Both ends of any connection over a unix domain socket. Its identity distinguishes it from all other addresses.
     */
    public static final InetSocketAddress ADDRESS = named("unix");

    private UnixPeer() {}

    /**
     * Returns the loopback address with the given name.
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
