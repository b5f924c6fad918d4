package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ringer.options.TlsOptions.ClientAuth;
import dev.ringer.testkit.SystemProperties;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the properties of TLS, for all servers and for one port. */
class TlsPropertiesTest {
    private static final int PORT = 8443;

    /** Files whose names begin with {@code a} are for certificates; those with {@code b} are for keys. */
    private static final TlsOptions ONE = TlsOptions.of(Path.of("a1"), Path.of("b1"));

    @Test
    void areOffByDefault() {
        assertThat(read()).isEqualTo(TlsOptions.OFF);
        assertThat(TlsOptions.OFF.enabled()).isFalse();
    }

    @Test
    void giveSeveralPairs() {
        assertThat(read("certificate", "a1, a2", "key", "b1,b2"))
                .isEqualTo(ONE.toBuilder()
                        .addCertificate(Path.of("a2"), Path.of("b2"))
                        .build());
    }

    @Test
    void sayWhereThePasswordIs() {
        assertThat(read("certificate", "a1", "key", "b1", "keyPassword", "file:p")
                        .keyPasswordFile())
                .isEqualTo(Path.of("p"));
        assertThat(read("certificate", "a1", "key", "b1", "keyPassword", "env:P")
                        .keyPasswordVariable())
                .isEqualTo("P");
    }

    @Test
    void demandACertificateOfClientsIfTheySetAuthorities() {
        TlsOptions options = read("certificate", "a1", "key", "b1", "clientCa", "c");

        assertThat(options)
                .isEqualTo(TlsOptions.builder()
                        .addCertificate(Path.of("a1"), Path.of("b1"))
                        .clientCa(Path.of("c"))
                        .build());
        assertThat(options.clientAuth()).isEqualTo(ClientAuth.NEED);
    }

    @ParameterizedTest
    @CsvSource({"none, NONE", "want, WANT", "Need, NEED"})
    void sayWhetherClientsAreAsked(String word, ClientAuth clientAuth) {
        assertThat(read("certificate", "a1", "key", "b1", "clientCa", "c", "clientAuth", word)
                        .clientAuth())
                .isEqualTo(clientAuth);
    }

    // ---- one port

    @Test
    void ofOnePortWinOneByOne() {
        assertThat(read("certificate", "a1", "key", "b1", "8443.certificate", "a2", "8443.key", "b2"))
                .isEqualTo(TlsOptions.of(Path.of("a2"), Path.of("b2")));
        assertThat(read("certificate", "a1", "key", "b1", "8443.clientCa", "c", "8443.clientAuth", "want"))
                .isEqualTo(TlsOptions.builder()
                        .addCertificate(Path.of("a1"), Path.of("b1"))
                        .clientCa(Path.of("c"))
                        .clientAuth(ClientAuth.WANT)
                        .build());
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.3, TLSv1.3",
        "' TLSv1.2 ', TLSv1.2",
        "'TLSv1.2,TLSv1.3', TLSv1.2 TLSv1.3",
        "'TLSv1.3 , TLSv1.2', TLSv1.3 TLSv1.2"
    })
    void nameVersionsOfTls(String text, String versions) {
        TlsOptions expected = ONE.toBuilder().protocols(versions.split(" ")).build();

        assertThat(read("certificate", "a1", "key", "b1", "protocols", text)).isEqualTo(expected);
        assertThat(read("certificate", "a1", "key", "b1", "protocols", "TLSv1.2", "8443.protocols", text))
                .isEqualTo(expected);
    }

    @Test
    void ofOnePortTurnTlsOff() {
        assertThat(read("certificate", "a1", "key", "b1", "clientCa", "c", "8443.certificate", "off"))
                .isEqualTo(TlsOptions.OFF);
    }

    @Test
    void forAllServersMayBelongToTheCertificateOfOnePort() {
        assertThat(read("keyPassword", "env:P", "8443.certificate", "a1", "8443.key", "b1"))
                .isEqualTo(ONE.toBuilder().keyPasswordVariable("P").build());
        assertThat(read("clientCa", "c", "8444.certificate", "a1", "8444.key", "b1"))
                .isEqualTo(TlsOptions.OFF);
    }

    /** Neither {@code off} nor an invalid port provides a certificate, so the property for all servers is an error. */
    @ParameterizedTest
    @CsvSource({
        "key, 9404.certificate=off, ringer.tls.key",
        "clientCa, 9404.certificate= Off\t, ringer.tls.clientCa",
        "key, tls.certificate=a1, ringer.tls.key",
        "key, 65536.certificate=a1, ringer.tls.key",
        "key, x.certificate=a1, ringer.tls.key",
        "key, 080.certificate=a1, ringer.tls.key"
    })
    void forAllServersNeedACertificateUnlessAValidPortHasOne(String property, String ofPort, String named) {
        String[] other = ofPort.split("=");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(property, "b1", other[0], other[1]))
                .withMessageContaining(named + ": needs ringer.tls.certificate, which is not set")
                .withMessageNotContaining("\n");
    }

    @Test
    void turnTlsOffByAWordInAnyCase() {
        assertThat(read("certificate", " OFF ", "key", "b1")).isEqualTo(TlsOptions.OFF);
        assertThat(read("certificate", "a1", "key", "b1", "8443.certificate", " Off"))
                .isEqualTo(TlsOptions.OFF);
    }

    /** Checks that a misspelled property is an error, because it could leave a server in clear text. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "certficate | ringer.tls.certficate: unknown property; did you mean" + " ringer.tls.certificate?",
                "8443.certificat | ringer.port.8443.tls.certificat: unknown property; did you mean"
                        + " ringer.port.8443.tls.certificate?",
                "x.certificate | ringer.port.x.tls.certificate: expected a port from 0 to 65535, as in"
                        + " ringer.port.8443.tls.certificate",
                "keyPasword | ringer.tls.keyPasword: unknown property; did you mean" + " ringer.tls.keyPassword?"
            })
    void ofUnknownNamesKeepAServerFromBeingMade(String property, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(property, "secret"))
                .withMessage(message);
    }

    // ---- errors

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "certificate=a1 | 'tls.certificate: needs ringer.tls.key, which is not set'",
                "key=b1 | tls.key: needs ringer.tls.certificate, which is not set",
                "clientCa=c | tls.clientCa: needs ringer.tls.certificate, which is not set",
                "clientAuth=need | tls.clientAuth: needs ringer.tls.certificate, which is not set",
                "protocols=TLSv1.3 | tls.protocols: needs ringer.tls.certificate, which is not set",
                "certificate=a1 key=b1 protocols= | tls.protocols: expected TLSv1.2, TLSv1.3 or both, not \"\"",
                "certificate=a1 key=b1 protocols=TLSv1.3; | tls.protocols: expected TLSv1.2, TLSv1.3 or both, not"
                        + " \"\"",
                "certificate=a1 key=b1 protocols=TLSv1.1 | tls.protocols: expected TLSv1.2, TLSv1.3 or both, not"
                        + " \"TLSv1.1\"",
                "certificate=a1 key=b1 protocols=1.3 | tls.protocols: expected TLSv1.2, TLSv1.3 or both, not"
                        + " \"1.3\"",
                "certificate=a1 key=b1 8443.protocols=TLS | port.8443.tls.protocols: expected TLSv1.2, TLSv1.3 or"
                        + " both, not \"TLS\"",
                "8443.key=b1 | port.8443.tls.key: needs ringer.tls.certificate, which is not set",
                "certificate=a1;a2 key=b1 | tls.key: expected as many files as in ringer.tls.certificate (2), not"
                        + " 1",
                "certificate=a1; key=b1 | tls.certificate: contains an empty file name",
                "certificate=a1 key=b1 keyPassword=secret | tls.keyPassword: expected file:PATH or env:NAME,"
                        + " never the password itself",
                "certificate=a1 key=b1 keyPassword=env: | tls.keyPassword: expected file:PATH or env:NAME,"
                        + " never the password itself",
                "certificate=off 8443.key=b1 | port.8443.tls.key: needs ringer.tls.certificate, which is off",
                "certificate=a1 key=b1 clientAuth=need | tls.clientAuth: needs ringer.tls.clientCa, which is not set",
                "certificate=a1 key=b1 clientCa=c clientAuth=maybe | tls.clientAuth: expected none, want or need,"
                        + " not maybe",
                "certificate=a1 key=b1 clientCa=c;d | tls.clientCa: expected one file, which may contain several"
                        + " certificates"
            })
    void keepAServerFromBeingMade(String properties, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(properties.replace(';', ',').split("[ =]", -1)))
                .withMessage("ringer." + message);
    }

    @Test
    void meanTheSameInCode() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ONE.toBuilder().clientAuth(ClientAuth.WANT).build())
                .withMessage("clientAuth requires clientCa, which names the authorities to trust");
        assertThat(ONE.toBuilder().keyPasswordVariable("SECRET").build().toString())
                .doesNotContain("SECRET");
        assertThat(ONE.toBuilder().keyPasswordFile(Path.of("SECRET")).build().toString())
                .doesNotContain("SECRET");
    }

    @Test
    void theLastSourceOfThePasswordCounts() {
        TlsOptions.Builder builder = ONE.toBuilder();

        TlsOptions byFile =
                builder.keyPasswordVariable("P").keyPasswordFile(Path.of("p")).build();
        TlsOptions byVariable = builder.keyPasswordVariable("P").build();

        assertThat(byFile.keyPasswordFile()).isEqualTo(Path.of("p"));
        assertThat(byFile.keyPasswordVariable()).isNull();
        assertThat(byVariable.keyPasswordFile()).isNull();
        assertThat(byVariable.keyPasswordVariable()).isEqualTo("P");
        assertThat(byVariable.toBuilder().build()).isEqualTo(byVariable).isNotEqualTo(byFile);
    }

    @Test
    void aMisspelledGroupOfNamesKeepsAServerFromBeingMade() {
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.tsl.certificate", "secret"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(ServerOptions::fromSystemProperties)
                    .withMessage("ringer.tsl.certificate: unknown property; did you mean" + " ringer.tls.certificate?");
        }
    }

    /** Reads pairs of a property's name, without {@code ringer.tls.}, and its value. A port may precede the name. */
    private static TlsOptions read(String... namesAndValues) {
        Map<String, String> properties = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String[] name = namesAndValues[i].split("[.]", 2);
            properties.put(
                    name.length == 1 ? "ringer.tls." + name[0] : "ringer.port." + name[0] + ".tls." + name[1],
                    namesAndValues[i + 1]);
        }
        try (SystemProperties ignored = SystemProperties.with(properties)) {
            return ServerOptions.fromSystemProperties()
                    .withSystemPropertiesOf(PORT)
                    .get(Settings.TLS);
        }
    }
}
