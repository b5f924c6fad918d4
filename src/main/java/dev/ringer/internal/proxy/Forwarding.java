package dev.ringer.internal.proxy;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.TrustedPeers;
import dev.ringer.options.Proxies;
import dev.ringer.options.Proxies.ForwardedField;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * Reads the fields in which proxies describe their clients, from the last element to the first. Each proxy appends its
 * own element to the elements that it has received. So a trusted peer has written the last element. If that element has
 * a trusted address, a trusted proxy has written the element before it, and so on. The first address that is not
 * trusted is the client's. The client may have invented the elements before that one, so this class does not read them.
 * If an element has no address, the search ends, and the proxy that has written it counts as the client.
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

    /** Creates a reader for the trusted proxies of one server, and for the fields that they write. */
    public Forwarding(Proxies proxies) {
        this.trusted = new TrustedPeers(proxies);
        this.fields = proxies.fields();
    }

    /** Returns what proxies say about a request; null if no trusted proxy has sent the request. */
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
        ForwardedElement last = ForwardedElement.EMPTY; // the element that was read most recently
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
