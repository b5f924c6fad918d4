package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

/** Checks what {@code docs/https.md} says of the protocols and cipher suites that a context of PEM files enables. */
class EnabledProtocolsTest {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");

    private final SSLEngine engine =
            PemContext.of(SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec.pem")).createSSLEngine();

    EnabledProtocolsTest() throws IOException {}

    @Test
    void contextEnablesOnlyTheTwoNewestProtocols() {
        assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
    }

    @Test
    void contextEnablesTheStrongSuitesOfBothProtocolsAndNoWeakOne() {
        List<String> enabled = List.of(engine.getEnabledCipherSuites());

        assertThat(enabled)
                .contains("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
                .noneMatch(suite ->
                        Set.of("NULL", "EXPORT", "RC4", "3DES", "anon").stream().anyMatch(suite::contains));
    }
}
