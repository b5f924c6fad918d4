package dev.ringer.internal.protocol;

import dev.ringer.options.Proxies;
import java.net.InetSocketAddress;

/** Decides who is a trusted proxy. Immutable. */
public final class TrustedPeers {
    private final Proxies proxies;

    /** Creates the set of the proxies that one server trusts. */
    public TrustedPeers(Proxies proxies) {
        this.proxies = proxies;
    }

    /**
     * Whether an address is the address of a trusted proxy, so that the server believes what the proxy says about
     * clients. The address is the other end of a socket, or an address that a trusted proxy has named.
     */
    public boolean include(InetSocketAddress peer) {
        return peer == UnixPeer.ADDRESS ? proxies.unixTrusted() : proxies.trust(peer.getAddress());
    }

    /**
     * Whether a connection carries the requests of a trusted proxy's clients, so that the server believes what the
     * requests say about these clients. If a connection begins with a header of the PROXY protocol, the client that the
     * header names must be a trusted proxy. If the header names no client, the server believes nothing.
     */
    public boolean sendOn(Transport transport) {
        Relay relay = transport.relay();
        return (relay == null || relay.clientKnown()) && include(transport.remoteAddress());
    }
}
