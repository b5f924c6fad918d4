package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with which versions and ciphers of TLS the server speaks HTTP/2 (RFC 9113, 9.2 and appendix A). */
class TlsRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
                "TLS_ECDHE_ECDSA_WITH_AES_128_CCM",
                "TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8",
                "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384",
                "TLS_DHE_RSA_WITH_AES_128_CCM_8",
                "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
            })
    void allowsCiphersThatAppendixADoesNotList(String cipher) {
        assertThat(TlsRules.forbids(session("TLSv1.2", cipher))).isFalse();
        assertThat(TlsRules.forbids(session("TLSv1.1", cipher))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_RSA_WITH_AES_128_CCM",
                "TLS_DH_anon_WITH_AES_128_GCM_SHA256",
                "TLS_ECDH_ECDSA_WITH_AES_128_GCM_SHA256",
                "TLS_PSK_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
                "TLS_DHE_RSA_WITH_AES_128_CBC_SHA",
                "SSL_RSA_WITH_3DES_EDE_CBC_SHA"
            })
    void forbidsCiphersOfAppendixA(String cipher) {
        assertThat(TlsRules.forbids(session("TLSv1.2", cipher))).isTrue();
    }

    @Test
    void allowsTls13AndClearText() {
        assertThat(TlsRules.forbids(session("TLSv1.3", "TLS_AES_128_GCM_SHA256")))
                .isFalse();
        assertThat(TlsRules.forbids(null)).isFalse();
    }

    private static SSLSession session(String version, String cipher) {
        return (SSLSession) Proxy.newProxyInstance(
                TlsRulesTest.class.getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "getProtocol" -> version;
                    case "getCipherSuite" -> cipher;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
