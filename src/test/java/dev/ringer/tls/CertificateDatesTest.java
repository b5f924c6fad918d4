package dev.ringer.tls;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.Ringer;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.TlsOptions;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests certificates that have expired or are not valid yet. All of them belong to the same key. */
@Timeout(120)
@DisplayName("the dates of certificates (notBefore, notAfter)")
class CertificateDatesTest {
    private static final Path CHAIN = Path.of("src/test/resources/dev/ringer/tls/chain");
    private static final String WARNING =
            " for CN=leaf.test is not valid before 2125-01-01T00:00:00Z; if that time has passed, correct the clock of"
                    + " this machine";

    private static final Instant NOW = Instant.parse("2100-01-01T00:00:00Z"); // leaf is valid
    private static final Instant LATER = Instant.parse("2125-01-01T00:00:00Z"); // leaf-future has become valid, too

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);

    @ParameterizedTest
    @CsvSource({
        "leaf-future leaf, leaf",
        "leaf leaf-future, leaf",
        "leaf-expired leaf-future leaf, leaf",
        "leaf-future leaf-expired leaf, leaf",
        "leaf-expired leaf-future, leaf-future",
        "leaf-future leaf-expired, leaf-future",
        "leaf-future, leaf-future"
    })
    void theFirstCertificateThatIsValidIsSent(String inFile, String sent) throws Exception {
        write(inFile);

        assertThat(sentBy(keys(true))).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Needs(Ability.FILE_KEYS)
    void aRenewalWaitsUntilItsCertificateIsValid(boolean rejectsExpired) throws Exception {
        write("leaf");
        X509ExtendedKeyManager keys = keys(rejectsExpired);
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            write("leaf-future");
            for (int i = 0; i < 3; i++) {
                assertThat(sentBy(keys)).isEqualTo("leaf");
            }
            assertThat(messages(log))
                    .containsExactly("Still using the old TLS certificate: The certificate in " + file() + WARNING);

            now.set(LATER.minusMillis(1));
            assertThat(sentBy(keys)).isEqualTo("leaf");
            now.set(LATER);
            assertThat(sentBy(keys)).isEqualTo("leaf-future");
            assertThat(messages(log)).hasSize(2).last().isEqualTo("Now using the new TLS certificate in " + file());
        }
    }

    @Test
    @Needs(Ability.FILE_KEYS)
    void aRenewalMayBeReplacedWhileItWaits() throws Exception {
        write("leaf");
        X509ExtendedKeyManager keys = keys(true);
        write("leaf-future");
        assertThat(sentBy(keys)).isEqualTo("leaf");

        write("leaf-future leaf intermediate");

        assertThat(chainOf(keys)).hasSize(3);
        assertThat(sentBy(keys)).isEqualTo("leaf");
    }

    /** The clock of the machine may always be behind, so a renewal must not wait for a clock that never comes. */
    @ParameterizedTest
    @CsvSource({"leaf, 2020-01-01T00:00:00Z", "leaf-expired, 2100-01-01T00:00:00Z"})
    @Needs(Ability.FILE_KEYS)
    void aRenewalReplacesACertificateThatIsNotValidEither(String old, Instant time) throws Exception {
        now.set(time);
        write(old);
        X509ExtendedKeyManager keys = keys(false);
        assertThat(sentBy(keys)).isEqualTo(old);
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            write("leaf-future");

            assertThat(sentBy(keys)).isEqualTo("leaf-future");
            assertThat(messages(log))
                    .containsExactly(
                            "Now using the new TLS certificate in " + file(),
                            "Clients may refuse the TLS certificate: The certificate in " + file() + WARNING);
        }
    }

    @Test
    void aServerStartsWithAWarningBeforeItsCertificateIsValid() throws Exception {
        write("leaf-future");
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            Ringer.create(
                            TestServer.anyPort(),
                            0,
                            ServerOptions.builder()
                                    .set(Settings.TLS, TlsOptions.of(file(), CHAIN.resolve("leaf.key")))
                                    .build())
                    .stop(0);

            assertThat(messages(log))
                    .containsExactly("Clients may refuse the TLS certificate: The certificate in " + file() + WARNING);
        }
    }

    private Path file() {
        return folder.resolve("tls.crt");
    }

    /** Replaces the file of the certificates atomically. */
    private void write(String names) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : names.split(" ")) {
            all.append(Files.readString(CHAIN.resolve(name + ".crt")));
        }
        Path next = Files.writeString(folder.resolve("next"), all);
        Files.move(next, file(), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    private X509ExtendedKeyManager keys(boolean rejectsExpired) throws IOException {
        PemContext.Builder builder = PemContext.builder(file(), CHAIN.resolve("leaf.key"))
                .reloadInterval(Duration.ZERO)
                .clock(now::get);
        return (rejectsExpired ? builder.rejectExpired() : builder).keyManager();
    }

    private List<String> messages(RecordedLog log) {
        return log.records(entry -> entry.getMessage().contains(folder.toString())).stream()
                .map(LogRecord::getMessage)
                .toList();
    }

    private static X509Certificate[] chainOf(X509ExtendedKeyManager keys) {
        return keys.getCertificateChain(keys.getServerAliases("EC", null)[0]);
    }

    /** Returns the name of the sample that handshakes send first. */
    private static String sentBy(X509ExtendedKeyManager keys) throws Exception {
        X509Certificate sent = chainOf(keys)[0];
        for (String name : new String[] {"leaf", "leaf-future", "leaf-expired"}) {
            try (InputStream in = Files.newInputStream(CHAIN.resolve(name + ".crt"))) {
                if (CertificateFactory.getInstance("X.509")
                        .generateCertificate(in)
                        .equals(sent)) {
                    return name;
                }
            }
        }
        throw new AssertionError(sent);
    }
}
