package dev.ringer.internal.proxy;

import dev.ringer.options.Proxies;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Who is a trusted proxy. Immutable. */
final class TrustedPeers {
    private final Proxies proxies;

    TrustedPeers(Proxies proxies) {
        this.proxies = proxies;
    }

    /** Whether the other end of a socket is one. */
    boolean include(InetSocketAddress peer) {
        return include(peer.getAddress());
    }

    /** Whether an address that a trusted proxy has named is one too. */
    boolean include(InetAddress address) {
        return proxies.trust(address);
    }
}
