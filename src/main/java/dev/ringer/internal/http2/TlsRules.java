package dev.ringer.internal.http2;

import javax.net.ssl.SSLSession;

/**
 * Checks what HTTP/2 requires of TLS (RFC 9113, 9.2). The server makes the same check twice: when it chooses the
 * protocol by ALPN, and when the connection begins. So it never refuses HTTP/2 after it has chosen HTTP/2. Stateless.
 */
public final class TlsRules {
    private TlsRules() {}

    /**
     * Whether HTTP/2 forbids the TLS version or the cipher of a session. All versions before TLS 1.2 are forbidden.
     * With TLS 1.2, the ciphers of RFC 9113, appendix A, are forbidden, because they lack ephemeral keys or
     * authenticated encryption.
     *
     * @param session the session, which may still be in its handshake; null for clear text
     */
    public static boolean forbids(SSLSession session) {
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
