package dev.ringer.internal.proxy;

import dev.ringer.internal.protocol.UnixPeer;
import dev.ringer.options.Proxies;
import java.net.InetSocketAddress;

/** Who is a trusted proxy. Immutable. */
final class TrustedPeers {
    private final Proxies proxies;

    TrustedPeers(Proxies proxies) {
        this.proxies = proxies;
    }

    /** Whether the other end of a socket is one, or the node of an address that a trusted proxy has named. */
    boolean include(InetSocketAddress peer) {
        return peer == UnixPeer.ADDRESS ? proxies.unixTrusted() : proxies.trust(peer.getAddress());
    }
}
