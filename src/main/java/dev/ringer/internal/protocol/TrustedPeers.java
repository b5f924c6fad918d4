package dev.ringer.internal.protocol;

import dev.ringer.options.Proxies;
import java.net.InetSocketAddress;

/** Decides which addresses and connections belong to trusted proxies. Immutable. */
public final class TrustedPeers {
    private final Proxies proxies;

    public TrustedPeers(Proxies proxies) {
        this.proxies = proxies;
    }

    /**
     * Whether an address belongs to a trusted proxy, so that the server believes what the proxy says about clients. The
     * address may be the other end of a socket, or an address that a trusted proxy has named.
     */
    public boolean include(InetSocketAddress peer) {
        return peer == UnixPeer.ADDRESS ? proxies.unixTrusted() : proxies.trusts(peer.getAddress());
    }

    /**
     * Whether the requests on a connection come from a trusted proxy, so that the server believes their forwarding
     * fields. If the connection began with a PROXY protocol header, the client that the header names must be a trusted
     * proxy, too. If the header names no client, the result is false.
     */
    public boolean sendOn(Transport transport) {
        Relay relay = transport.relay();
        return (relay == null || relay.clientKnown()) && include(transport.remoteAddress());
    }
}
