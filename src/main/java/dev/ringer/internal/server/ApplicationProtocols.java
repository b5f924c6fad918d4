package dev.ringer.internal.server;

import dev.ringer.options.Settings.Http2;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * Chooses the protocol by ALPN (RFC 7301), where the application has not done so. It chooses HTTP/2 for clients that
 * offer it, unless HTTP/2 does not allow the cipher (RFC 9113, 9.2.2). A client that offers no known protocol is served
 * as if it had not asked. Thread-safe.
 */
final class ApplicationProtocols implements BiFunction<SSLEngine, List<String>, String> {
    private static final String HTTP_1_1 = "http/1.1";
    private static final String NONE = "";

    private final boolean http2;

    ApplicationProtocols(Http2 http2) {
        this.http2 = http2 != Http2.OFF;
    }

    @Override
    public String apply(SSLEngine engine, List<String> offered) {
        if (http2 && offered.contains(Http2Offer.ALPN_NAME) && allowsHttp2(engine.getHandshakeSession())) {
            return Http2Offer.ALPN_NAME;
        }
        return offered.contains(HTTP_1_1) ? HTTP_1_1 : NONE;
    }

    /**
     * Whether HTTP/2 allows the cipher. TLS 1.3 has no other ciphers. Those of TLS 1.2 need ephemeral keys and
     * authenticated encryption.
     */
    private static boolean allowsHttp2(SSLSession session) {
        String cipher = session.getCipherSuite();
        return switch (session.getProtocol()) {
            case "TLSv1.3" -> true;
            case "TLSv1.2" ->
                cipher.startsWith("TLS_ECDHE_") && (cipher.contains("_GCM_") || cipher.contains("_CHACHA20_"));
            default -> false;
        };
    }
}
