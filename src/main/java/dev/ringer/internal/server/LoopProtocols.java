package dev.ringer.internal.server;

import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.PrefaceChoice;
import dev.ringer.internal.protocol.Protocol;
import java.util.function.Function;

/** All protocols on one event loop. Chooses the protocol that serves a connection. Only the loop uses this object. */
final class LoopProtocols implements Function<String, Protocol> {
    private final Protocol http1;
    private final Protocol http2; // null if the server does not speak HTTP/2
    private final Protocol clearText;

    /**
     * Creates the object for one loop.
     *
     * @param http1 serves the connections of clients that do not choose HTTP/2
     * @param http2 null if the server does not speak HTTP/2
     * @param silenceNanos how long a client in clear text may take to send the bytes that choose the protocol, in
     *     nanoseconds
     */
    LoopProtocols(Protocol http1, Protocol http2, long silenceNanos, ServerCounts counts) {
        this.http1 = http1;
        this.http2 = http2;
        this.clearText =
                http2 == null ? http1 : new PrefaceChoice(Http2Offer.preface(), http2, http1, silenceNanos, counts);
    }

    /**
     * Returns the protocol with which each clear-text connection begins. That protocol may choose another one by the
     * connection's first bytes.
     */
    Protocol clearText() {
        return clearText;
    }

    /** Returns the protocol with this name, which ALPN has chosen; HTTP/1 if the name is empty or unknown. */
    @Override
    public Protocol apply(String applicationProtocol) {
        return http2 != null && Http2Offer.ALPN_NAME.equals(applicationProtocol) ? http2 : http1;
    }
}
