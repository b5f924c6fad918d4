package dev.ringer.internal.server;

import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.PrefaceChoice;
import dev.ringer.internal.protocol.Protocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The protocols of one loop. Chooses the one that serves a connection. Owned by the loop. */
final class LoopProtocols implements Function<String, Protocol> {
    private final Protocol http1;
    private final Map<String, Protocol> byAlpnName = new LinkedHashMap<>();
    private Protocol clearText;

    /**
     * Creates the protocols of one loop.
     *
     * @param http1 the protocol of connections that choose none of the offered protocols
     * @param silenceNanos the longest time that a client may take for its first bytes, if these bytes choose the
     *     protocol
     */
    LoopProtocols(Protocol http1, List<ProtocolOffer> offers, long silenceNanos, ServerCounts counts) {
        this.http1 = http1;
        this.clearText = http1;
        for (ProtocolOffer offer : offers) {
            Protocol protocol = offer.newForLoop();
            byAlpnName.put(offer.alpnName(), protocol);
            if (offer.preface() != null) {
                clearText = new PrefaceChoice(offer.preface(), protocol, clearText, silenceNanos, counts);
            }
        }
    }

    /** Returns the protocol that takes over connections in clear text. */
    Protocol clearText() {
        return clearText;
    }

    /** Returns the protocol that ALPN has chosen by this name; HTTP/1 if the name is empty or unknown. */
    @Override
    public Protocol apply(String applicationProtocol) {
        return byAlpnName.getOrDefault(applicationProtocol, http1);
    }
}
