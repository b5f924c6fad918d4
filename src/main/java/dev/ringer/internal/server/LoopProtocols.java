package dev.ringer.internal.server;

import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.PrefaceChoice;
import dev.ringer.internal.protocol.Protocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All protocols on one event loop. Chooses the protocol that serves a connection. Only the loop uses this object. */
final class LoopProtocols implements Function<String, Protocol> {
    private final Protocol http1;
    private final Map<String, Protocol> byAlpnName = new LinkedHashMap<>();
    private Protocol clearText;

    /**
     * Creates the object for one loop.
     *
     * @param http1 serves the connections that choose none of the offered protocols
     * @param silenceNanos how long a client may take to send its first bytes, in nanoseconds, if these bytes choose the
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

    /**
     * Returns the protocol that serves connections in clear text first. It may choose another one by their first bytes.
     */
    Protocol clearText() {
        return clearText;
    }

    /** Returns the protocol with this name, which ALPN has chosen; HTTP/1 if the name is empty or unknown. */
    @Override
    public Protocol apply(String applicationProtocol) {
        return byAlpnName.getOrDefault(applicationProtocol, http1);
    }
}
