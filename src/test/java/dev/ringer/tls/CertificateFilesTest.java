package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.TrustsAll;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that files are served which OpenSSL and nginx serve, and that messages name what cannot be used. */
@Timeout(120)
@DisplayName("certificate files (order, labels, marks, encodings, encryption)")
class CertificateFilesTest {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");
    private static final Path CHAIN = SAMPLES.resolve("chain");
    private static final char[] PASSWORD = "é💥".toCharArray();

    @TempDir
    private Path folder;

    // ---- order

    @ParameterizedTest
    @CsvSource({
        "leaf, leaf",
        "leaf leaf, leaf",
        "leaf intermediate, leaf intermediate",
        "leaf intermediate root, leaf intermediate root",
        "leaf root intermediate, leaf intermediate root",
        "intermediate leaf, leaf intermediate",
        "root intermediate leaf, leaf intermediate root",
        "root leaf intermediate, leaf intermediate root",
        "leaf intermediate leaf intermediate, leaf intermediate",
        "leaf intermediate intermediate root root, leaf intermediate root",
        "leaf intermediate cross, leaf intermediate cross",
        "cross leaf intermediate root, leaf cross intermediate root",
        "leaf odd, leaf odd",
        "odd leaf intermediate, leaf intermediate odd",
        "leaf cross, leaf cross"
    })
    void sendsTheCertificateOfTheKeyAndThenItsIssuers(String inFile, String sent) throws Exception {
        Path file = join(inFile.split(" "));

        assertThat(chainOf(file, CHAIN.resolve("leaf.key"))).isEqualTo(List.of(sent.split(" ")));
    }

    @Test
    void prefersACertificateThatIsStillValid() throws Exception {
        assertThat(chainOf(join("leaf-expired", "leaf", "intermediate"), CHAIN.resolve("leaf.key")))
                .startsWith("leaf", "intermediate");
        Path expired = join("intermediate", "leaf-expired");
        assertThatIOException()
                .isThrownBy(() -> PemContext.builder(expired, CHAIN.resolve("leaf.key"))
                        .rejectExpired()
                        .build())
                .withMessageStartingWith("The certificate in " + expired + " for CN=leaf.test expired on ");
    }

    @Test
    void servesAChainInAnyOrderToAClientThatKnowsOnlyTheRoot() throws Exception {
        for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
            SSLContext context = PemContext.of(join("root", "leaf", "leaf", "intermediate"), CHAIN.resolve("leaf.key"));

            assertThat(shownBy(context, "leaf.test", protocol, PemCertificates.trust(CHAIN.resolve("root.crt"))))
                    .isEqualTo("CN=leaf.test");
        }
    }

    // ---- labels

    @ParameterizedTest
    @CsvSource({
        "leaf, intermediate",
        "leaf-trusted, intermediate",
        "leaf, intermediate-trusted",
        "leaf-trusted, intermediate-trusted"
    })
    void readsTrustedCertificates(String leaf, String intermediate) throws Exception {
        assertThat(chainOf(join(leaf, intermediate), CHAIN.resolve("leaf.key")))
                .containsExactly("leaf", "intermediate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X509 CERTIFICATE", "TRUSTED CERTIFICATE"})
    void readsOtherLabels(String label) throws Exception {
        Path file = write("file", (text("leaf.crt") + text("intermediate.crt")).replace("CERTIFICATE", label));

        assertThat(chainOf(file, CHAIN.resolve("leaf.key"))).containsExactly("leaf", "intermediate");
        assertThat(authoritiesIn(file)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ATTRIBUTE CERTIFICATE | the ATTRIBUTE CERTIFICATE at line 12 cannot be used for TLS",
                "ANY CERTIFICATE | the block at line 12 cannot be used for TLS"
            })
    void dropsNoCertificateInSilence(String label, String reason) throws Exception {
        String leaf = text("leaf.crt");
        int lines = (int) leaf.lines().count();
        Path file = write("file", leaf + text("root.crt").replace("CERTIFICATE", label));

        assertThatIOException()
                .isThrownBy(() -> PemContext.of(file, CHAIN.resolve("leaf.key")))
                .withMessage(file + ": " + reason.replace("12", Integer.toString(lines + 1)));
    }

    // ---- marks and encodings

    @ParameterizedTest
    @ValueSource(strings = {"\u00ef\u00bb\u00bf", "\u00a0", "\u00e2\u0080\u008b", "\t \u000b", "\u001a"})
    void skipsMarksBeforeAndBehindLines(String mark) throws Exception {
        String chain = mark + text("leaf.crt") + mark + text("intermediate.crt").replace("\n", mark + "\r\n") + mark;
        Path file = Files.writeString(folder.resolve("file"), chain, ISO_8859_1);
        Path key = Files.writeString(folder.resolve("key"), mark + text("leaf.key"), ISO_8859_1);

        assertThat(chainOf(file, key)).containsExactly("leaf", "intermediate");
        assertThat(authoritiesIn(file)).hasSize(2);
    }

    @Test
    void namesUtf16() throws Exception {
        for (Charset charset : List.of(UTF_16LE, UTF_16BE)) {
            for (String mark : new String[] {"", "\uFEFF"}) {
                Path file = Files.writeString(folder.resolve("file"), mark + text("leaf.crt"), charset);

                assertThatIOException()
                        .isThrownBy(() -> PemContext.of(file, CHAIN.resolve("leaf.key")))
                        .withMessage(file + " is encoded in UTF-16; save it as ASCII or UTF-8");
            }
        }
    }

    @Test
    void readsAPasswordBehindAByteOrderMark() throws Exception {
        Path file = write("password", "\uFEFFé💥\r\nanother line");

        assertThat(PemContext.readPassword(file)).isEqualTo(PASSWORD);
    }

    @Test
    void skipsBlanksWithinBase64() throws Exception {
        String blanks = "(?m)^(?!-)(.{8})(.{8})";
        Path file = write("file", text("leaf.crt").replaceAll(blanks, "$1 $2\t"));
        Path key = write("key", text("leaf.key").replaceAll(blanks, "$1 $2\t"));

        assertThat(chainOf(file, key)).containsExactly("leaf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"leaf.key leaf.key", "leaf.key odd.key", "leaf.key secp256k1.key"})
    void usesTheFirstOfSeveralKeys(String keys) throws Exception {
        Path key = write("key", text(keys.split(" ")[0]) + text(keys.split(" ")[1]));

        assertThat(chainOf(join("odd", "leaf"), key)).containsExactly("leaf", "odd");
    }

    // ---- names

    @ParameterizedTest
    @CsvSource({"odd.test, CN=odd", "a.odd.test, CN=odd", "unknown.test, CN=leaf.test"})
    void findsHostNamesBesideNamesThatTheJdkRefuses(String host, String shown) throws Exception {
        SSLContext context = PemContext.builder(CHAIN.resolve("leaf.crt"), CHAIN.resolve("leaf.key"))
                .addCertificate(CHAIN.resolve("odd.crt"), CHAIN.resolve("odd.key"))
                .build();

        assertThat(shownBy(context, host, "TLSv1.3", new TrustsAll())).isEqualTo(shown);
    }

    // ---- messages

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "empty-subject.crt | leaf.key | {cert}: the CERTIFICATE at line 1 cannot be read by the JDK:"
                        + " Empty issuer DN not allowed in X509Certificates",
                "leaf.crt | secp256k1.key | This JDK cannot sign with the EC key in {key}; if it does not"
                        + " support the curve, use another one, such as P-256",
                "leaf.crt | odd.key | The key in {key} does not match any certificate in {cert}, the first of which is"
                        + " for CN=leaf.test",
                "leaf.key | leaf.key | {cert} contains no CERTIFICATE block, only PRIVATE KEY; use the file with the"
                        + " certificates",
                "leaf.crt | leaf.crt | {key} contains no PRIVATE KEY block, only CERTIFICATE; use the file with the"
                        + " private key",
                ". | leaf.key | {cert} is a directory",
                "leaf.crt | . | {key} is a directory"
            })
    void namesFileAndReason(String certificate, String key, String message) {
        Path certificateFile = CHAIN.resolve(certificate);
        Path keyFile = CHAIN.resolve(key);

        assertThatIOException()
                .isThrownBy(() -> PemContext.of(certificateFile, keyFile))
                .withMessage(
                        message.replace("{cert}", certificateFile.toString()).replace("{key}", keyFile.toString()));
    }

    /** {@code cat} joins files like this if the first one does not end with a line break. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "leaf.crt | '' | intermediate.crt | between END and BEGIN",
                "leaf.crt | ' ' | intermediate.crt | between END and BEGIN",
                "leaf.crt | \uFEFF | intermediate.crt | between END and BEGIN",
                "leaf.crt | '' | leaf.key | between END and BEGIN",
                "leaf.key | '' | leaf.crt | between END and BEGIN",
                "leaf.crt | '# text' | intermediate.crt | between END and BEGIN",
                "leaf.crt | '# text' | '' | after the END of the CERTIFICATE",
                "leaf.key | '-----' | '' | after the END of the PRIVATE KEY"
            })
    void namesTheLineBreakThatIsMissingAfterABlock(String first, String between, String second, String missing)
            throws Exception {
        String block = text(first).stripTrailing();
        Path file = write("file", block + between + (second.isEmpty() ? "" : text(second)));

        namesMissingLineBreak(file, missing + " in line " + block.lines().count());
    }

    @Test
    void namesTheLineBreakThatIsMissingBeforeAnEnd() throws Exception {
        String leaf = text("leaf.crt");
        Path file = write("file", text("root.crt") + leaf.replace("\n-----END", "-----END"));
        long lines = text("root.crt").lines().count() + leaf.lines().count() - 1;

        namesMissingLineBreak(file, "before the END of the CERTIFICATE in line " + lines);
    }

    private static void namesMissingLineBreak(Path file, String where) {
        String message = file + ": a line break is missing " + where + "; add it";

        assertThatIOException().isThrownBy(() -> PemContext.of(file, file)).withMessage(message);
        assertThatIOException().isThrownBy(() -> PemCertificates.trust(file)).withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \r\n\t\n"})
    void namesAnEmptyFile(String content) throws Exception {
        Path file = write("file", content);
        String message = file + " is empty";

        assertThatIOException()
                .isThrownBy(() -> PemContext.of(CHAIN.resolve("leaf.crt"), file))
                .withMessage(message);
        assertThatIOException()
                .isThrownBy(() -> PemContext.of(file, CHAIN.resolve("leaf.key")))
                .withMessage(message);
        assertThatIOException().isThrownBy(() -> PemCertificates.trust(file)).withMessage(message);
    }

    @Test
    @Needs(Ability.LINKS)
    void namesALinkThatLeadsNowhere() throws Exception {
        Path circle = Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));

        assertThatIOException()
                .isThrownBy(() -> PemContext.of(circle, CHAIN.resolve("leaf.key")))
                .withMessageStartingWith(circle + " cannot be read: ");
    }

    // ---- encryption

    record EncryptedKey(String scheme, String pem) {
        @Override
        public String toString() {
            return scheme;
        }
    }

    /** Returns the password of all {@link #encryptedKeys}. */
    static String password() {
        return new String(PASSWORD);
    }

    static List<EncryptedKey> encryptedKeys() throws IOException {
        List<EncryptedKey> keys = new ArrayList<>();
        for (String part : Files.readString(SAMPLES.resolve("encrypted-keys.txt"))
                .split("(?<=-----END (ENCRYPTED|EC) PRIVATE KEY-----)\n")) {
            int end = part.indexOf('\n');
            keys.add(new EncryptedKey(part.substring(0, end), part.substring(end + 1)));
        }
        return keys;
    }

    @ParameterizedTest
    @MethodSource("encryptedKeys")
    void readsKeysThatOpenSslHasEncrypted(EncryptedKey encrypted) throws Exception {
        Path key = write("key", encrypted.pem());
        boolean traditional = encrypted.pem().contains("BEGIN EC");
        Path certificate = SAMPLES.resolve(traditional ? "ec.crt" : "ed25519.crt");

        X509ExtendedKeyManager keys =
                PemContext.builder(certificate, key).password(PASSWORD).keyManager();

        assertThat(keys.getServerAliases(traditional ? "EC" : "EdDSA", null)).hasSize(1);
        assertThatIOException()
                .isThrownBy(() -> PemContext.builder(certificate, key).build())
                .withMessageStartingWith(key + " is encrypted, but no password was given; set one with ");
        for (String wrong : new String[] {"é", "", "é💥 "}) {
            assertThatIOException()
                    .isThrownBy(() -> PemContext.builder(certificate, key)
                            .password(wrong.toCharArray())
                            .build())
                    .withMessage(key + " cannot be decrypted: the password is wrong");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DEK-Info: AES-256-CBC,* | '' | is damaged (missing or truncated DEK-Info header)",
                "AES-256-CBC,.* | AES-256-CBC | is damaged (missing or truncated DEK-Info header)",
                "AES-256-CBC,.. | AES-256-CBC,XY | is damaged (DEK-Info header not in hexadecimal)",
                "AES-256-CBC,.. | AES-256-CBC, | is damaged (initialization vector of the wrong length)",
                "AES-256-CBC,.* | AES-256-CBC,00 | is damaged (initialization vector of the wrong length)",
                "AES-256-CBC | CAMELLIA-256-CBC | cannot be decrypted: this JDK does not support its cipher;"
                        + " convert it with: openssl pkcs8 -topk8 -v2 aes-256-cbc -in"
            })
    void namesWhatIsWrongWithATraditionalKey(String part, String replacement, String reason) throws Exception {
        String pem = encryptedKeys().stream()
                .filter(key -> key.scheme().equals("traditional aes-256-cbc"))
                .findAny()
                .orElseThrow()
                .pem();
        Path key = write("key", pem.replaceFirst(part, replacement));

        assertThatIOException()
                .isThrownBy(() -> PemContext.builder(SAMPLES.resolve("ec.crt"), key)
                        .password(PASSWORD)
                        .build())
                .withMessageContaining(reason);
    }

    // ---- fixtures

    private static String text(String name) throws IOException {
        return Files.readString(CHAIN.resolve(name));
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private Path join(String... names) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            all.append(text(name + ".crt"));
        }
        return write("file", all.toString());
    }

    /** Returns the names of the samples in the chain that a server with these files sends. */
    private static List<String> chainOf(Path file, Path key) throws Exception {
        X509ExtendedKeyManager keys = PemContext.builder(file, key).keyManager();
        X509Certificate[] chain = keys.getCertificateChain(keys.chooseEngineServerAlias("EC", null, null));
        List<String> names = new ArrayList<>();
        for (X509Certificate certificate : chain) {
            for (String name : new String[] {"leaf", "intermediate", "cross", "root", "odd"}) {
                if (certificate.equals(certificate(CHAIN.resolve(name + ".crt")))) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static X509Certificate certificate(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static X509Certificate[] authoritiesIn(Path file) throws IOException {
        return Stream.of(PemCertificates.trust(file))
                .map(X509TrustManager.class::cast)
                .map(X509TrustManager::getAcceptedIssuers)
                .flatMap(Arrays::stream)
                .toArray(X509Certificate[]::new);
    }

    /** Returns the subject of the certificate that a server socket of this context presents to a client. */
    private static String shownBy(SSLContext context, String host, String protocol, TrustManager... trust)
            throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust, null);
        try (ServerSocket listener =
                context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ThreadKind.PLATFORM.start(() -> {
                try (Socket accepted = listener.accept()) {
                    accepted.getOutputStream().write('!');
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try (SSLSocket client = (SSLSocket) trusting.getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
                client.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
                SSLParameters parameters = client.getSSLParameters();
                parameters.setServerNames(List.of(new SNIHostName(host)));
                parameters.setProtocols(new String[] {protocol});
                client.setSSLParameters(parameters);
                assertThat(client.getInputStream().read()).isEqualTo('!');
                return ((X509Certificate) client.getSession().getPeerCertificates()[0])
                        .getSubjectX500Principal()
                        .getName();
            }
        }
    }
}
