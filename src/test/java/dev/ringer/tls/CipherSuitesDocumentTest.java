package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

/**
 * Checks that {@code docs/https.md} lists the protocols and cipher suites that a context of PEM files enables on this
 * JDK.
 */
class CipherSuitesDocumentTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(TLS_\\w+)` \\| (1\\.[23]) \\| .* \\| (every JDK|older JDKs) \\|$");
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");

    private final SSLEngine engine =
            PemContext.of(SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec.pem")).createSSLEngine();

    CipherSuitesDocumentTest() throws IOException {}

    @Test
    void theTableHasWhatTheJdkEnables() throws IOException {
        List<String> always = new ArrayList<>();
        List<String> all = new ArrayList<>();
        ROW.matcher(Files.readString(Path.of("docs", "https.md"))).results().forEach(row -> {
            all.add(row.group(1));
            if (row.group(3).equals("every JDK")) {
                always.add(row.group(1));
            }
            assertThat(row.group(2)).isEqualTo(row.group(1).contains("_WITH_") ? "1.2" : "1.3");
        });

        List<String> enabled = List.of(engine.getEnabledCipherSuites()).stream()
                .filter(suite -> !suite.contains("_DSS_") && !suite.endsWith("_SCSV"))
                .toList();
        assertThat(all).containsSubsequence(enabled);
        assertThat(enabled).containsAll(always);
    }

    @Test
    void theProtocolsAreTheTwoNewest() {
        assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
    }
}
