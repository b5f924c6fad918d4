package dev.ringer.internal.proxy;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.TrustedPeers;
import dev.ringer.options.Proxies;
import dev.ringer.options.Proxies.ForwardedField;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * Finds the client of a request, in the fields that proxies add, such as {@code Forwarded}. Each proxy appends an
 * element with the address of its own client. So the trusted peer of this server wrote the last element. The search
 * reads the elements from the last to the first. While an element names a trusted proxy, that proxy wrote the element
 * before it. The first address that is not trusted is the client's. The client may have invented all elements before
 * that one, so the search ignores them. If an element has no address, the proxy that wrote it counts as the client.
 *
 * <p>Immutable, so that any thread may use it.
 */
public final class Forwarding {
    private static final String FORWARDED = "Forwarded";
    private static final String FOR = "X-forwarded-for";
    private static final String PROTO = "X-forwarded-proto";
    private static final String HOST = "X-forwarded-host";

    private final TrustedPeers trusted;
    private final Set<ForwardedField> fields;

    /** Creates a reader for the proxies that one server trusts, and for the fields that they write. */
    public Forwarding(Proxies proxies) {
        this.trusted = new TrustedPeers(proxies);
        this.fields = proxies.fields();
    }

    /** Returns what proxies say about a request; null if the peer that sent the request is not a trusted proxy. */
    public Forwarded of(Transport transport, FieldLines lines) {
        if (!trusted.sendOn(transport)) {
            return null;
        }
        return fields.contains(ForwardedField.FORWARDED)
                ? byForwarded(transport.remoteAddress(), lines)
                : byOwnFields(transport.remoteAddress(), lines);
    }

    private Forwarded byForwarded(InetSocketAddress peer, FieldLines lines) {
        ListElements elements = new ListElements(lines, FORWARDED, true);
        InetSocketAddress hop = peer;
        // the element that was read last, which is nearest to the client so far
        ForwardedElement last = ForwardedElement.EMPTY;
        for (String element; trusted.include(hop) && (element = elements.next()) != null; hop = last.node()) {
            last = ForwardedElement.parse(element);
            if (last.node() == null) {
                break;
            }
        }
        return new Forwarded(hop, last.secure(), last.host());
    }

    private Forwarded byOwnFields(InetSocketAddress peer, FieldLines lines) {
        InetSocketAddress client = fields.contains(ForwardedField.X_FORWARDED_FOR) ? lastUntrusted(peer, lines) : peer;
        String proto = fields.contains(ForwardedField.X_FORWARDED_PROTO) ? last(lines, PROTO) : null;
        String host = fields.contains(ForwardedField.X_FORWARDED_HOST) ? last(lines, HOST) : null;
        return new Forwarded(client, ForwardedElement.secureOrNull(proto), ForwardedElement.hostOrNull(host));
    }

    private InetSocketAddress lastUntrusted(InetSocketAddress peer, FieldLines lines) {
        ListElements elements = new ListElements(lines, FOR, false);
        InetSocketAddress hop = peer;
        while (trusted.include(hop)) {
            String element = elements.next();
            InetSocketAddress before = element == null ? null : NodeName.addressOrNull(element, true);
            if (before == null) {
                break;
            }
            hop = before;
        }
        return hop;
    }

    private static String last(FieldLines lines, String name) {
        return new ListElements(lines, name, false).next();
    }
}
