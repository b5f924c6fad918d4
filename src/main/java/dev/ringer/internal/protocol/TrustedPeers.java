package dev.ringer.internal.protocol;

import dev.ringer.options.Proxies;
import java.net.InetSocketAddress;

/** Decides who is a trusted proxy. Immutable. */
public final class TrustedPeers {
    private final Proxies proxies;

    /**
     * Creates the proxies that one server trusts.
     *
     * @param proxies who they are
     */
    public TrustedPeers(Proxies proxies) {
        this.proxies = proxies;
    }

    /**
     * Whether an address is that of a trusted proxy. It is the other end of a socket, or an address that a trusted
     * proxy has named.
     *
     * @param peer the address
     * @return true if what it says about others is believed
     */
    public boolean include(InetSocketAddress peer) {
        return peer == UnixPeer.ADDRESS ? proxies.unixTrusted() : proxies.trust(peer.getAddress());
    }

    /**
     * Whether a connection carries the requests of a proxy's clients. A connection that begins with a header of the
     * PROXY protocol counts as that of the client that the header names, or of nobody known.
     *
     * @param transport the connection
     * @return true if what its requests say about their clients is believed
     */
    public boolean sendOn(Transport transport) {
        Relay relay = transport.relay();
        return (relay == null || relay.clientKnown()) && include(transport.remoteAddress());
    }
}
