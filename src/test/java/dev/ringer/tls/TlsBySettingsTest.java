package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.Ringer;
import dev.ringer.RingerProvider;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.TlsOptions;
import dev.ringer.options.TlsOptions.ClientAuth;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.LoadedClasses;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.TrustsAll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests servers that an application creates for clear text, and that use TLS because of settings. */
@Timeout(120)
class TlsBySettingsTest {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private static final TlsOptions LOCALHOST = pair("ec");

    @TempDir
    private Path folder;

    // ---- certificates

    @ParameterizedTest
    @CsvSource({
        "TLSv1.3, localhost, localhost",
        "TLSv1.3, two.test, two.test",
        "TLSv1.3, A.Two.Test, two.test",
        "TLSv1.3, www.two.test, one.test",
        "TLSv1.3, a.b.two.test, localhost",
        "TLSv1.3, unknown.test, localhost",
        "TLSv1.3, , localhost",
        "TLSv1.2, two.test, two.test",
        "TLSv1.2, , localhost"
    })
    void chooseACertificateByTheNameThatTheClientAsksFor(String version, String asked, String shown) throws Exception {
        TlsOptions several = LOCALHOST.toBuilder()
                .addCertificate(sample("wildcard.crt"), sample("wildcard.pem"))
                .addCertificate(sample("one.crt"), sample("one.pem"))
                .build();
        try (Running server = start(several)) {
            assertThat(server.shownTo(trustingAll(), asked, version)).isEqualTo("CN=" + shown);
        }
    }

    @Test
    void readEncryptedKeys() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "of-a-test\nnot this line");
        TlsOptions encrypted = TlsOptions.builder()
                .addCertificate(sample("ec.crt"), sample("ec-encrypted.pem"))
                .keyPasswordFile(password)
                .build();

        try (Running server = start(encrypted)) {
            assertThat(server.ask(trustingAll())).contains("TlsExchange");
        }
    }

    @Test
    @Tag("outer") // the server checks its files only every five seconds
    void readTheRenewedPasswordOfARenewedKey() throws Exception {
        Path certificate = Files.copy(sample("ec.crt"), folder.resolve("tls.crt"));
        Path key = Files.copy(sample("ec-encrypted.pem"), folder.resolve("tls.key"));
        Path password = Files.writeString(folder.resolve("password"), "of-a-test");
        TlsOptions encrypted = TlsOptions.builder()
                .addCertificate(certificate, key)
                .keyPasswordFile(password)
                .build();
        try (Running server = start(encrypted)) {
            assertThat(server.keyShown()).isEqualTo("EC");

            Files.copy(sample("ed25519.crt"), certificate, REPLACE_EXISTING);
            Files.writeString(key, CertificateFilesTest.encryptedKeys().get(0).pem());
            Files.writeString(password, CertificateFilesTest.password());

            Deadlines.await("the new certificate", () -> server.keyShown().equals("EdDSA"));
        }
    }

    // ---- what an application sees

    @Test
    void showAnHttpsExchangeToFiltersAndHandlers() throws Exception {
        try (Running server = start(LOCALHOST)) {
            server.context.setAuthenticator(new BasicAuthenticator("test") {
                @Override
                public boolean checkCredentials(String name, String password) {
                    return password.equals("open");
                }
            });
            server.context
                    .getFilters()
                    .add(Filter.beforeHandler(
                            "adds a field",
                            exchange -> exchange.getResponseHeaders()
                                    .set("Filtered", Boolean.toString(exchange instanceof HttpsExchange))));
            String credentials = Base64.getEncoder().encodeToString("me:open".getBytes(UTF_8));

            assertThat(server.ask(trustingAll())).startsWith("HTTP/1.1 401 ");
            assertThat(server.ask(trustingAll(), "Authorization: Basic " + credentials + "\r\n"))
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("Filtered: true")
                    .endsWith("TlsExchange HTTP/1.1 no certificate");
        }
    }

    @Test
    void speakHttp2() throws Exception {
        try (Running server = start(LOCALHOST)) {
            HttpClient client =
                    HttpClient.newBuilder().sslContext(trustingAll()).build();
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.body()).isEqualTo("TlsExchange HTTP/2.0 no certificate");
        }
    }

    // ---- clients with a certificate

    @ParameterizedTest
    @EnumSource(ClientAuth.class)
    void askClientsForACertificate(ClientAuth clientAuth) throws Exception {
        Path authorities = Files.writeString(folder.resolve("ca.crt"), TestKeys.clientPem());
        TlsOptions options = ownKeys().toBuilder()
                .clientCa(authorities)
                .clientAuth(clientAuth)
                .build();
        try (Running server = start(options)) {
            boolean asked = clientAuth != ClientAuth.NONE;

            assertThat(server.ask(TestKeys.certifiedClientContext()))
                    .endsWith(asked ? "CN=a client" : "no certificate");
            if (clientAuth == ClientAuth.NEED) {
                assertThatThrownBy(() -> server.ask(TestKeys.clientContext())).isInstanceOf(IOException.class);
            } else {
                assertThat(server.ask(TestKeys.clientContext())).endsWith("no certificate");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ClientAuth.class,
            names = {"WANT", "NEED"})
    void serveNoClientWhoseCertificateTheAuthoritiesHaveNotSigned(ClientAuth clientAuth) throws Exception {
        TlsOptions options = ownKeys().toBuilder()
                .clientCa(sample("other.crt"))
                .clientAuth(clientAuth)
                .build();
        try (Running server = start(options)) {
            SSLContext context = trustingAll(new StubbornKeys(sample("ec.crt"), sample("ec.pem")));

            assertThatThrownBy(() -> server.ask(context)).isInstanceOf(IOException.class);
        }
    }

    // ---- versions

    @ParameterizedTest
    @CsvSource({
        "TLSv1.3, TLSv1.3, true",
        "TLSv1.3, TLSv1.2, false",
        "TLSv1.2, TLSv1.3, false",
        "TLSv1.2, TLSv1.2, true",
        "TLSv1.2 TLSv1.3, TLSv1.2, true",
        "TLSv1.2 TLSv1.3, TLSv1.3, true"
    })
    void limitTheVersionsOfTls(String enabled, String spoken, boolean served) throws Exception {
        try (Running server =
                start(LOCALHOST.toBuilder().protocols(enabled.split(" ")).build())) {
            if (served) {
                assertThat(server.shownTo(trustingAll(), null, spoken)).isEqualTo("CN=localhost");
            } else {
                assertThatThrownBy(() -> server.shownTo(trustingAll(), null, spoken))
                        .isInstanceOf(SSLException.class)
                        .hasMessageContaining("protocol_version");
            }
        }
    }

    // ---- errors

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "missing.crt | ec.pem | {cert} does not exist",
                "ec.crt | missing.pem | {key} does not exist",
                "ec.crt | other.pem | The key in {key} does not match any certificate in {cert}, the first of which is for CN=localhost",
                "expired.crt | expired.pem | The certificate in {cert} for CN=expired expired on"
                        + " 2025-11-20T18:57:32Z; renew it",
                "ec.crt | ec-encrypted.pem | {key} is encrypted, but no password was given; set one with"
                        + " ringer.tls.keyPassword, --password-file or PemContext.Builder.password"
            })
    void keepAServerFromBeingMade(String certificate, String key, String reason) throws IOException {
        int port = FreePorts.next();
        String message = reason.replace("{cert}", sample(certificate).toString())
                .replace("{key}", sample(key).toString());

        assertThatIOException()
                .isThrownBy(() -> Ringer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        0,
                        with(TlsOptions.of(sample(certificate), sample(key)))))
                .withMessage("Cannot set up TLS: " + message);
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }

    @Test
    void keepAServerFromBeingMadeForOneOfSeveralPairs() {
        assertThatIOException()
                .isThrownBy(() -> start(LOCALHOST.toBuilder()
                        .addCertificate(sample("one.crt"), sample("other.pem"))
                        .build()))
                .withMessageContaining("does not match any certificate in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:missing", "env:RINGER_TEST_MISSING"})
    void sayThatThereIsNoPassword(String source) {
        assertThatIOException()
                .isThrownBy(() -> start(
                        source.startsWith("file:")
                                ? LOCALHOST.toBuilder()
                                        .keyPasswordFile(Path.of("missing"))
                                        .build()
                                : LOCALHOST.toBuilder()
                                        .keyPasswordVariable("RINGER_TEST_MISSING")
                                        .build()))
                .withMessageStartingWith("Cannot set up TLS: ")
                .withMessageEndingWith(
                        source.startsWith("file:")
                                ? "cannot read the key password: missing does not exist"
                                : "environment variable RINGER_TEST_MISSING (key password) is not set");
    }

    @Test
    void sayThatThereAreNoAuthorities() {
        assertThatIOException()
                .isThrownBy(() -> start(LOCALHOST.toBuilder()
                        .clientCa(sample("ec.pem"))
                        .clientAuth(ClientAuth.NEED)
                        .build()))
                .withMessage("Cannot set up TLS: " + sample("ec.pem")
                        + " contains no CERTIFICATE block, only PRIVATE KEY; use the file with the certificates");
    }

    // ---- which servers

    @Test
    void applyToThePortForWhichTheyAreGiven() throws Exception {
        int secure = FreePorts.next();
        Map<String, String> properties = Map.of(
                "ringer.port." + secure + ".tls.certificate", sample("ec.crt").toString(),
                "ringer.port." + secure + ".tls.key", sample("ec.pem").toString());
        HttpServer first;
        HttpServer second;
        try (SystemProperties ignored = SystemProperties.with(properties)) {
            first = new RingerProvider()
                    .createHttpServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), secure), 0);
            second = new RingerProvider().createHttpServer(TestServer.anyPort(), 0);
        }

        try (Running one = new Running(first);
                Running other = new Running(second)) {
            assertThat(one.ask(trustingAll())).endsWith("TlsExchange HTTP/1.1 no certificate");
            assertThatThrownBy(() -> other.ask(trustingAll())).isInstanceOf(SSLException.class);
        }
    }

    /** Checks that the provider reports an error in the settings for all ports, even if one port uses clear text. */
    @ParameterizedTest
    @CsvSource({
        "ringer.tls.key, off, 'ringer.tls.key: needs ringer.tls.certificate, which is not set'",
        "ringer.tls.key, ' OFF ', 'ringer.tls.key: needs ringer.tls.certificate, which is not set'",
        "ringer.tls.certificate, off, 'ringer.tls.certificate: needs ringer.tls.key, which is not set'",
        "ringer.tls.certficate, off, 'ringer.tls.certficate: unknown property; did you mean"
                + " ringer.tls.certificate?'"
    })
    void neverLeaveAServerInClearTextByAnError(String property, String ofOtherPort, String message) {
        Map<String, String> properties = Map.of(property, "/no/such", "ringer.port.9404.tls.certificate", ofOtherPort);
        try (SystemProperties ignored = SystemProperties.with(properties)) {
            assertThatIOException()
                    .isThrownBy(() -> new RingerProvider().createHttpServer(TestServer.anyPort(), 0))
                    .withMessage(message);
        }
    }

    @Test
    void leaveAnHttpsServerAsItIs() throws Exception {
        HttpsServer server = Ringer.createHttps(TestServer.anyPort(), 0, with(pair("one")));
        server.setHttpsConfigurator(new HttpsConfigurator(Ringer.sslContext(sample("ec.crt"), sample("ec.pem"))));

        assertThat(subjectOf(server)).isEqualTo("CN=localhost");
    }

    @Test
    void serveAnHttpsServerWithoutAConfigurator() throws Exception {
        assertThat(subjectOf(Ringer.createHttps(TestServer.anyPort(), 0, with(pair("one")))))
                .isEqualTo("CN=one.test");
    }

    @Test
    void keepAnHttpsServerWithoutAConfiguratorFromStarting() throws Exception {
        HttpsServer server = Ringer.createHttps(TestServer.anyPort(), 0, with(pair("expired")));
        try {
            assertThatThrownBy(server::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("The server cannot start: Cannot set up TLS: ");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void loadNothingWhereTheyAreOff() {
        assertThat(LoadedClasses.ofOneRequest())
                .doesNotContain(
                        "dev.ringer.tls.",
                        "dev.ringer.internal.transport.tls.",
                        "dev.ringer.internal.server.PemEngines",
                        "dev.ringer.options.TlsProperties",
                        "javax.net.ssl.SSLContext ");
    }

    // ---- fixtures

    private static Path sample(String name) {
        return SAMPLES.resolve(name);
    }

    private static TlsOptions pair(String name) {
        return TlsOptions.of(sample(name + ".crt"), sample(name + ".pem"));
    }

    /** Returns the key and certificate of {@link TestKeys}, which its clients trust. */
    private TlsOptions ownKeys() throws IOException {
        Path both = Files.writeString(folder.resolve("server.pem"), TestKeys.serverPem());
        return TlsOptions.of(both, both);
    }

    private static ServerOptions with(TlsOptions options) {
        return ServerOptions.builder().set(Settings.TLS, options).build();
    }

    private static Running start(TlsOptions options) throws IOException {
        return new Running(Ringer.create(TestServer.anyPort(), 0, with(options)));
    }

    private static SSLContext trustingAll(KeyManager... keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {new TrustsAll()}, null);
        return context;
    }

    private static String subjectOf(HttpServer server) throws Exception {
        try (Running running = new Running(server)) {
            return running.shownTo(trustingAll(), null, "TLSv1.3");
        }
    }

    /** A started server. Its responses contain what its handler knows of the exchange and the client. */
    private static final class Running implements AutoCloseable {
        private final HttpServer server;
        private final HttpContext context;

        Running(HttpServer server) {
            this.server = server;
            context = server.createContext("/", Running::show);
            server.start();
        }

        private static void show(HttpExchange exchange) throws IOException {
            String client = "no certificate";
            try {
                client = exchange instanceof HttpsExchange secure
                        ? secure.getSSLSession().getPeerPrincipal().getName()
                        : "no TLS";
            } catch (SSLPeerUnverifiedException ignored) { // the client has sent no certificate
            }
            String text = exchange.getClass().getSimpleName() + " " + exchange.getProtocol() + " " + client;
            exchange.sendResponseHeaders(200, text.length());
            exchange.getResponseBody().write(text.getBytes(UTF_8));
            exchange.close();
        }

        int port() {
            return server.getAddress().getPort();
        }

        /** Sends one request, and returns the subject of the server's certificate. */
        String shownTo(SSLContext context, String name, String version) throws IOException {
            try (SSLSocket client = connect(context, name, version)) {
                client.getOutputStream().write(REQUEST.getBytes(UTF_8));
                client.getInputStream().readAllBytes();
                return ((X509Certificate) client.getSession().getPeerCertificates()[0])
                        .getSubjectX500Principal()
                        .getName();
            }
        }

        /** Returns the algorithm of the server's key. */
        String keyShown() {
            try (SSLSocket client = connect(trustingAll(), null, "TLSv1.3")) {
                return client.getSession()
                        .getPeerCertificates()[0]
                        .getPublicKey()
                        .getAlgorithm();
            } catch (IOException | GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        }

        SSLSocket connect(SSLContext context, String name, String version) throws IOException {
            SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port());
            socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(name == null ? List.of() : List.of(new SNIHostName(name)));
            parameters.setProtocols(new String[] {version});
            socket.setSSLParameters(parameters);
            return socket;
        }

        /** Sends one request, and returns the whole response. */
        String ask(SSLContext context, String... fields) throws IOException {
            try (SSLSocket client = connect(context, null, "TLSv1.3")) {
                String request = REQUEST.replace("\r\n\r\n", "\r\n" + String.join("", fields) + "\r\n");
                client.getOutputStream().write(request.getBytes(UTF_8));
                String response = new String(client.getInputStream().readAllBytes(), UTF_8);
                if (response.isEmpty()) {
                    throw new IOException("no response");
                }
                return response;
            }
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
