package dev.ringer.internal.http2;

import javax.net.ssl.SSLSession;

/** Checks what HTTP/2 demands of TLS (RFC 9113, 9.2). Stateless. */
final class TlsRules {
    private TlsRules() {}

    /**
     * Whether HTTP/2 must not be spoken. This holds for versions before TLS 1.2, and for the ciphers of TLS 1.2 that
     * appendix A lists. They lack ephemeral keys or authenticated encryption.
     *
     * @param session the negotiated session, as far as it is known; null for clear text
     * @return true if a connection with it is refused as inadequate
     */
    static boolean forbids(SSLSession session) {
        return session != null && !allows(session.getProtocol(), session.getCipherSuite());
    }

    private static boolean allows(String version, String cipher) {
        if (version.equals("TLSv1.3")) {
            return true;
        }
        boolean ephemeral = cipher.startsWith("TLS_ECDHE_") || cipher.startsWith("TLS_DHE_");
        boolean authenticated = cipher.contains("_GCM_") || cipher.contains("_CCM") || cipher.contains("_CHACHA20_");
        return version.equals("TLSv1.2") && ephemeral && authenticated;
    }
}
