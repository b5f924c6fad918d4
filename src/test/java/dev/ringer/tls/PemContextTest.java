package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.Ringer;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests keys and certificates from PEM files: all forms that OpenSSL writes, and files that change while servers run.
 */
@Timeout(120)
class PemContextTest {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");
    private static final char[] PASSWORD = "of-a-test".toCharArray();
    private static final int ROTATIONS = Ring.choose(6, 20);

    /**
     * The distance between two places where a test truncates a file. An odd distance reaches each place in lines and in
     * Base64 groups.
     */
    private static final int STEP = Ring.choose(5, 1);

    @TempDir
    private Path folder;

    // ---- what is read

    @ParameterizedTest
    @CsvSource({
        "ec.crt, ec.pem", "ec.crt, ec-sec1.pem", "ec.crt, ec-encrypted.pem",
        "rsa.crt, rsa.pem", "rsa.crt, rsa-pkcs1.pem", "ed25519.crt, ed25519.pem"
    })
    void servesEachFormOfKey(String certificate, String key) throws Exception {
        SSLContext context = PemContext.builder(sample(certificate), sample(key))
                .password(PASSWORD)
                .build();

        assertThat(shownBy(context)).isEqualTo(certificate(sample(certificate)));
    }

    @Test
    void readsBothFromOneFileWithTextAroundThem() throws Exception {
        Path both = write(
                "both.pem",
                "Bag Attributes: none\r\n" + text("ec.pem").replace("\n", "\r\n") + "subject=localhost\n"
                        + text("ec.crt"));

        assertThat(shownBy(Ringer.sslContext(both, both))).isEqualTo(certificate(sample("ec.crt")));
    }

    @Test
    void sendsTheWholeChain() throws Exception {
        Path chain = write("chain.pem", text("ec.crt") + text("rsa.crt"));

        var keys = PemContext.builder(chain, sample("ec.pem")).keyManager();

        assertThat(keys.getCertificateChain(keys.chooseEngineServerAlias("EC", null, null)))
                .containsExactly(certificate(sample("ec.crt")), certificate(sample("rsa.crt")));
    }

    // ---- what is refused

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ec.crt | other.pem | The key in {key} does not match any certificate in {chain}, the first of which is for CN=localhost",
                "ec.crt | rsa.pem | The key in {key} does not match any certificate in {chain}, the first of which is for CN=localhost",
                "ec.crt | ec-encrypted.pem | {key} is encrypted, but no password was given",
                "rsa.crt | rsa-old-encryption.pem | {key} is encrypted, but no password was given",
                "ec.crt | x25519.pem | {key}: the key cannot be used for TLS because it is not RSA, EC or EdDSA",
                "ec.crt | ec.crt | {key} contains no PRIVATE KEY",
                "ec.pem | ec.pem | {chain} contains no CERTIFICATE",
                "missing.crt | ec.pem | {chain} does not exist",
                "ec.crt | missing.pem | {key} does not exist"
            })
    void saysWhichFileIsWrongAndHow(String chain, String key, String message) {
        assertThatThrownBy(() -> PemContext.of(sample(chain), sample(key)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message.replace("{key}", sample(key).toString())
                        .replace("{chain}", sample(chain).toString()));
    }

    @Test
    void saysThatThePasswordIsWrong() {
        assertThatThrownBy(() -> PemContext.builder(sample("ec.crt"), sample("ec-encrypted.pem"))
                        .password("another".toCharArray())
                        .build())
                .isInstanceOf(IOException.class)
                .hasMessage(sample("ec-encrypted.pem") + " cannot be decrypted: the password is wrong");
    }

    @Test
    void saysThatAFileIsNoPem() throws IOException {
        Path garbage = write("garbage", "\0\1\2 anything but a key");

        assertThatThrownBy(() -> PemContext.of(sample("ec.crt"), garbage))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(garbage + " is not a PEM file");
    }

    @Test
    void saysWhereBase64IsDamaged() throws IOException {
        Path damaged = write("damaged.crt", "# a comment\n" + text("ec.crt").replace("MII", "M?I"));

        assertThatThrownBy(() -> PemContext.of(damaged, sample("ec.pem")))
                .isInstanceOf(IOException.class)
                .hasMessage(damaged + ": the CERTIFICATE at line 2 is not valid Base64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ec.pem", "ec-sec1.pem", "ec-encrypted.pem", "rsa-pkcs1.pem", "ed25519.pem", "ec.crt"})
    void refusesAFileThatIsCutOffAnywhere(String name) throws IOException {
        String whole = text(name).stripTrailing();
        for (int length = 0; length < whole.length(); length += STEP) {
            refuses(name, whole.substring(0, length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ec.pem", "ec-sec1.pem", "ec-encrypted.pem", "rsa-pkcs1.pem", "ed25519.pem", "ec.crt"})
    void refusesContentThatIsCutOffAnywhere(String name) throws IOException {
        var blocks = PemBlock.of(sample(name));
        PemBlock block = blocks.get(blocks.size() - 1);
        for (int length = 0; length < block.content().length; length += STEP) {
            String base64 = Base64.getEncoder().encodeToString(Arrays.copyOf(block.content(), length));
            refuses(
                    name,
                    "-----BEGIN " + block.label() + "-----\n" + base64 + "\n-----END " + block.label() + "-----\n");
        }
    }

    private void refuses(String name, String content) throws IOException {
        Path cut = write("cut", content);
        boolean chain = name.endsWith(".crt");
        assertThatThrownBy(() -> PemContext.builder(chain ? cut : sample("ec.crt"), chain ? sample("ec.pem") : cut)
                        .password(PASSWORD)
                        .build())
                .as(content)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(cut.toString());
    }

    // ---- files that change

    @Test
    void goesOnWithNewFiles() throws Exception {
        put("ec");
        SSLContext context = looking();
        assertThat(shownBy(context)).isEqualTo(certificate(sample("ec.crt")));

        put("rsa");

        assertThat(shownBy(context)).isEqualTo(certificate(sample("rsa.crt")));
    }

    @Test
    @Needs(Ability.LINKS)
    void followsALinkThatIsSetAnew() throws Exception {
        for (String version : new String[] {"ec", "other"}) {
            Path data = Files.createDirectory(folder.resolve(version));
            Files.copy(sample(version + ".crt"), data.resolve("tls.crt"));
            Files.copy(sample(version + ".pem"), data.resolve("tls.key"));
        }
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("ec"));
        Files.createSymbolicLink(folder.resolve("tls.crt"), Path.of("..data", "tls.crt"));
        Files.createSymbolicLink(folder.resolve("tls.key"), Path.of("..data", "tls.key"));
        SSLContext context = looking();
        assertThat(shownBy(context)).isEqualTo(certificate(sample("ec.crt")));

        Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of("other")); // as Kubernetes does it
        Files.move(folder.resolve("..data_tmp"), folder.resolve("..data"), ATOMIC_MOVE, REPLACE_EXISTING);

        assertThat(shownBy(context)).isEqualTo(certificate(sample("other.crt")));
    }

    @Test
    void looksNoMoreOftenThanIsSet() throws Exception {
        put("ec");
        SSLContext context = PemContext.builder(folder.resolve("tls.crt"), folder.resolve("tls.key"))
                .reloadInterval(Duration.ofHours(1))
                .build();
        put("rsa");

        assertThat(shownBy(context)).isEqualTo(certificate(sample("ec.crt")));
    }

    @ParameterizedTest
    @CsvSource({
        "other.crt, ec.pem, does not match any",
        "garbage, ec.pem, is not a PEM file",
        "ec.crt, none, does not exist"
    })
    @Needs(Ability.FILE_KEYS)
    void keepsTheOldPairAndWarnsOnceOfABadOne(String chain, String key, String warning) throws Exception {
        put("ec");
        SSLContext context = looking();
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            write("garbage", "garbage");
            Path bad = chain.equals("garbage") ? folder.resolve("garbage") : sample(chain);
            Files.copy(bad, folder.resolve("tls.crt"), REPLACE_EXISTING);
            if (key.equals("none")) {
                Files.delete(folder.resolve("tls.key"));
            }

            for (int i = 0; i < 3; i++) {
                assertThat(shownBy(context)).isEqualTo(certificate(sample("ec.crt")));
            }
            assertThat(log.records(record -> record.getLevel() == Level.WARNING
                            && record.getMessage().contains(folder.toString())
                            && record.getMessage().contains(warning)))
                    .hasSize(1);

            put("rsa");
            assertThat(shownBy(context)).isEqualTo(certificate(sample("rsa.crt")));
        }
    }

    /** The JDK's log throws such an error when no file descriptor is left for its first record. */
    @Test
    void keepsHandshakesAliveWhenTheLogFails() throws Exception {
        put("ec");
        SSLContext context = looking();
        List<String> failed = new CopyOnWriteArrayList<>();
        Handler failing = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getMessage().contains(folder.toString())) {
                    failed.add(entry.getMessage());
                    throw new NoClassDefFoundError("Could not initialize class sun.util.calendar.ZoneInfoFile");
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            log.logger().addHandler(failing);
            try {
                write("tls.crt", "garbage");
                assertThat(shownBy(context)).isEqualTo(certificate(sample("ec.crt")));
                put("rsa");
                assertThat(shownBy(context)).isEqualTo(certificate(sample("rsa.crt")));
            } finally {
                log.logger().removeHandler(failing);
            }
        }
        assertThat(failed).hasSize(2);
    }

    /** A handshake asks for one type of key after another. Here each version of the files has another type. */
    @Test
    void answersAHandshakeByOneVersion() throws Exception {
        put("rsa");
        var keys = PemContext.builder(folder.resolve("tls.crt"), folder.resolve("tls.key"))
                .reloadInterval(Duration.ZERO)
                .keyManager();
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        assertThat(keys.chooseEngineServerAlias("EC", null, engine)).isNull();

        put("ec");

        String alias = keys.chooseEngineServerAlias("RSA", null, engine);
        assertThat(keys.getCertificateChain(alias)).startsWith(certificate(sample("rsa.crt")));
        assertThat(keys.getPrivateKey(alias)).isNotNull();
        assertThat(keys.chooseEngineServerAlias(
                        "EC", null, SSLContext.getDefault().createSSLEngine()))
                .as("the next handshake")
                .isNotNull();
    }

    @Test
    @Needs(Ability.REPLACED_OPEN_FILES)
    void dropsNoConnectionWhileFilesChange() throws Exception {
        put("ec");
        HttpsServer server = Ringer.createHttps(
                TestServer.anyPort(), 0, ServerOptions.builder().build());
        server.setHttpsConfigurator(new HttpsConfigurator(looking()));
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.start();
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger kept = new AtomicInteger();
        AtomicInteger opened = new AtomicInteger();
        try {
            int port = server.getAddress().getPort();
            CompletableFuture<Void> stays =
                    CompletableFuture.runAsync(() -> askOnOne(port, over, kept), PemContextTest::run);
            CompletableFuture<Void> comeAndGo =
                    CompletableFuture.runAsync(() -> askOnMany(port, over, opened), PemContextTest::run);
            for (int i = 1; i <= ROTATIONS; i++) {
                put(i % 2 == 0 ? "ec" : "rsa");
                int before = opened.get();
                Deadlines.await(
                        "handshakes with new files",
                        () -> opened.get() >= before + 2 || comeAndGo.isDone() || stays.isDone());
            }
            over.set(true);

            stays.get(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            comeAndGo.get(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(opened.get()).isGreaterThanOrEqualTo(2 * ROTATIONS);
            assertThat(kept.get()).isPositive();
        } finally {
            over.set(true);
            server.stop(0);
        }
    }

    /** Starts a thread for each task, because the common pool may have only one. */
    private static void run(Runnable task) {
        ThreadKind.PLATFORM.start(task::run);
    }

    private static void askOnOne(int port, AtomicBoolean over, AtomicInteger answers) {
        try (SSLSocket client = connected(port)) {
            while (!over.get()) {
                ask(client);
                answers.incrementAndGet();
            }
        } catch (Exception e) {
            throw new AssertionError("a connection was lost", e);
        }
    }

    private static void askOnMany(int port, AtomicBoolean over, AtomicInteger answers) {
        while (!over.get()) {
            try (SSLSocket client = connected(port)) {
                ask(client);
                answers.incrementAndGet();
            } catch (Exception e) {
                throw new AssertionError("a handshake was lost", e);
            }
        }
    }

    private static void ask(SSLSocket client) throws IOException {
        client.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = client.getInputStream().read();
            assertThat(next).as("end after %s", head).isNotNegative();
            head.append((char) next);
        }
        assertThat(head).startsWith("HTTP/1.1 204 ");
    }

    // ---- a password that changes

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tls.crt tls.key password",
                "tls.crt password tls.key",
                "tls.key tls.crt password",
                "tls.key password tls.crt",
                "password tls.crt tls.key",
                "password tls.key tls.crt"
            })
    void readsThePasswordAgainWithTheKey(String order) throws Exception {
        X509ExtendedKeyManager keys = withPasswordFile();
        for (String name : order.split(" ")) {
            assertThat(keys.getServerAliases("EC", null)).as("before " + name).hasSize(1);
            renew(name);
        }

        assertThat(keys.getServerAliases("EdDSA", null)).hasSize(1);
        assertThat(keys.getServerAliases("EC", null)).isNull();
    }

    @Test
    void readsARenewedKeyWhenItsPasswordFileIsBack() throws Exception {
        X509ExtendedKeyManager keys = withPasswordFile();
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            Files.delete(folder.resolve("password"));
            assertThat(keys.getServerAliases("EC", null)).hasSize(1);
            assertThat(log.records(entry -> entry.getMessage().contains(folder.toString())))
                    .as("warnings before a renewal")
                    .isEmpty();
            renew("tls.crt");
            renew("tls.key");
            assertThat(keys.getServerAliases("EC", null)).hasSize(1);
            assertThat(log.records(entry -> entry.getMessage()
                            .equals("Still using the old TLS certificate: cannot read the key password: "
                                    + folder.resolve("password") + " does not exist")))
                    .hasSize(1);
        }
        renew("password");

        assertThat(keys.getServerAliases("EdDSA", null)).hasSize(1);
    }

    /** Returns a key manager for an EC key, which is encrypted. */
    private X509ExtendedKeyManager withPasswordFile() throws IOException {
        replace("ec.crt", "tls.crt");
        replace("ec-encrypted.pem", "tls.key");
        return PemContext.builder(folder.resolve("tls.crt"), folder.resolve("tls.key"))
                .passwordFile(write("password", new String(PASSWORD)))
                .reloadInterval(Duration.ZERO)
                .keyManager();
    }

    /** Replaces one of the three files by that of an EdDSA key, which is encrypted with another password. */
    private void renew(String name) throws IOException {
        String content = switch (name) {
            case "tls.crt" -> text("ed25519.crt");
            case "tls.key" -> CertificateFilesTest.encryptedKeys().get(0).pem();
            default -> CertificateFilesTest.password();
        };
        Files.move(write("next", content), folder.resolve(name), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    // ---- several pairs

    @Test
    @Needs(Ability.FILE_KEYS)
    void takesANewPairBesideOneThatCannotBeUsed() throws Exception {
        put("ec");
        Path broken = write("broken.key", text("one.pem"));
        var keys = PemContext.builder(folder.resolve("tls.crt"), folder.resolve("tls.key"))
                .addCertificate(sample("one.crt"), broken)
                .reloadInterval(Duration.ZERO)
                .keyManager();
        write("broken.key", text("other.pem") + "\n");
        put("other");

        String[] aliases = keys.getServerAliases("EC", null);

        assertThat(aliases).hasSize(2);
        assertThat(keys.getCertificateChain(aliases[0])).containsExactly(certificate(sample("other.crt")));
        assertThat(keys.getCertificateChain(aliases[1])).containsExactly(certificate(sample("one.crt")));
    }

    @Test
    @Needs(Ability.FILE_KEYS)
    void keepsThePairIfTheNewOneHasExpired() throws Exception {
        put("ec");
        var keys = PemContext.builder(folder.resolve("tls.crt"), folder.resolve("tls.key"))
                .rejectExpired()
                .reloadInterval(Duration.ZERO)
                .keyManager();
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            put("expired");

            assertThat(keys.getCertificateChain(keys.getServerAliases("EC", null)[0]))
                    .containsExactly(certificate(sample("ec.crt")));
            assertThat(log.records(entry -> entry.getMessage().contains("CN=expired")))
                    .hasSize(1);
        }
        put("other");

        assertThat(keys.getCertificateChain(keys.getServerAliases("EC", null)[0]))
                .containsExactly(certificate(sample("other.crt")));
    }

    // ---- fixtures

    private static Path sample(String name) {
        return SAMPLES.resolve(name);
    }

    private static String text(String name) throws IOException {
        return Files.readString(sample(name));
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    /** Replaces the certificate and then the key, each atomically. */
    private void put(String name) throws IOException {
        replace(name + ".crt", "tls.crt");
        replace(name + ".pem", "tls.key");
    }

    private void replace(String from, String to) throws IOException {
        Path next = Files.copy(sample(from), folder.resolve("next"), REPLACE_EXISTING);
        Files.move(next, folder.resolve(to), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    private SSLContext looking() throws IOException {
        return PemContext.builder(folder.resolve("tls.crt"), folder.resolve("tls.key"))
                .reloadInterval(Duration.ZERO)
                .build();
    }

    private static X509Certificate certificate(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    /** Returns the certificate that a server socket of this context presents to a client. */
    private static X509Certificate shownBy(SSLContext context) throws Exception {
        try (ServerSocket listener =
                context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> serveOne(listener));
            try (SSLSocket client = connected(listener.getLocalPort())) {
                assertThat(client.getInputStream().read()).isEqualTo('!');
                served.get(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                return (X509Certificate) client.getSession().getPeerCertificates()[0];
            }
        }
    }

    private static void serveOne(ServerSocket listener) {
        try (Socket accepted = listener.accept()) {
            accepted.getOutputStream().write('!');
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a connection that has completed its handshake and trusts all sample certificates. */
    private static SSLSocket connected(int port) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (String name : new String[] {"ec", "rsa", "ed25519", "other"}) {
            trusted.setCertificateEntry(name, certificate(sample(name + ".crt")));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        try {
            socket.startHandshake();
            return socket;
        } catch (SSLException e) {
            socket.close();
            throw e;
        }
    }
}
