package dev.ringer.internal.server;

import dev.ringer.internal.http2.TlsRules;
import dev.ringer.options.Settings.Http2;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;

/**
 * Chooses the protocol of a TLS connection by ALPN (RFC 7301), unless the application itself chooses. A client that
 * offers HTTP/2 gets HTTP/2, unless HTTP/2 forbids the cipher (RFC 9113, 9.2.2). A client that offers no known protocol
 * gets HTTP/1, like a client without ALPN. Thread-safe.
 */
final class ApplicationProtocols implements BiFunction<SSLEngine, List<String>, String> {
    private static final String HTTP_1_1 = "http/1.1";
    private static final String NONE = "";

    private final boolean http2;

    ApplicationProtocols(Http2 http2) {
        this.http2 = http2 != Http2.OFF;
    }

    /** Makes a TLS engine call this object to choose its protocol. */
    void offerBy(SSLEngine engine) {
        try {
            engine.setHandshakeApplicationProtocolSelector(this);
        } catch (UnsupportedOperationException ignored) { // an engine without ALPN can only speak HTTP/1.1
        }
    }

    @Override
    public String apply(SSLEngine engine, List<String> offered) {
        if (http2 && offered.contains(Http2Offer.ALPN_NAME) && !TlsRules.forbids(engine.getHandshakeSession())) {
            return Http2Offer.ALPN_NAME;
        }
        return offered.contains(HTTP_1_1) ? HTTP_1_1 : NONE;
    }
}
