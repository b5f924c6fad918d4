package dev.ringer.dropin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.TrustsAll;
import dev.ringer.tls.PemContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a published HTTPS application that only system properties configure. */
class TlsBySettingsIT {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");

    /** Number of threads that send requests while the files change. */
    private static final int CLIENTS = 2;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        put("ec.crt", "first.crt");
        put("ec-encrypted.pem", "first.key");
        put("wildcard.crt", "second.crt");
        put("wildcard.pem", "second.key");
        put("one.crt", "clients.crt"); // the client's certificate is also its own authority
        Files.writeString(folder.resolve("password"), "of-a-test\n");
    }

    @Test
    void servesTwoCertificatesToClientsOfAnAuthority() throws Exception {
        try (var service = start()) {
            var keys = PemContext.builder(SAMPLES.resolve("one.crt"), SAMPLES.resolve("one.pem"))
                    .keyManager();

            assertThat(shownTo(client(keys), service.port(), "localhost")).isEqualTo("CN=localhost");
            assertThat(shownTo(client(keys), service.port(), "any.two.test")).isEqualTo("CN=two.test");
            assertThat(shownTo(client(keys), service.port(), "unknown.test")).isEqualTo("CN=localhost");
            assertThatThrownBy(() -> shownTo(client(), service.port(), "localhost"))
                    .isInstanceOf(IOException.class);

            var response = HttpClient.newBuilder()
                    .sslContext(client(keys))
                    .build()
                    .send(
                            HttpRequest.newBuilder(URI.create("https://localhost:" + service.port() + "/metrics"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.body()).contains("orders_total 3.0");
        }
    }

    /** The server checks the files at most once in five seconds, so this test takes as long. */
    @Test
    @Tag("outer")
    void takesNewFilesUnderLoadWithoutAFailedHandshake() throws Exception {
        var over = new AtomicBoolean();
        var handshakes = new AtomicInteger();
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        try (var service = start("-Dringer.tls.clientAuth=none")) {
            for (int i = 0; i < CLIENTS; i++) {
                ThreadKind.PLATFORM.start(() -> ask(service.port(), over, handshakes, failures));
            }
            put("other.pem", "second.key");
            service.program().awaitLine("WARNING: Still using the old TLS certificate: The key in");
            assertThat(shownTo(client(), service.port(), "any.two.test")).isEqualTo("CN=two.test");

            put("one.crt", "second.crt");
            put("one.pem", "second.key");
            service.program().awaitLine("INFO: Now using the new TLS certificate in ");
            int before = handshakes.get();
            Deadlines.await("handshakes with the new certificate", () -> handshakes.get() > before + 10);
            over.set(true);

            assertThat(shownTo(client(), service.port(), "one.test")).isEqualTo("CN=one.test");
            assertThat(failures).isEmpty();
        } finally {
            over.set(true);
        }
    }

    private static void ask(int port, AtomicBoolean over, AtomicInteger handshakes, Queue<Exception> failures) {
        String[] names = {"localhost", "any.two.test", "one.test"};
        while (!over.get()) {
            try {
                shownTo(client(), port, names[handshakes.incrementAndGet() % names.length]);
            } catch (Exception e) {
                failures.add(e);
            }
        }
    }

    private Service start(String... more) {
        var program = Program.using(
                        "PrometheusExporter",
                        "io.prometheus:prometheus-metrics-core:1.8.0",
                        "io.prometheus:prometheus-metrics-exporter-httpserver:1.8.0",
                        "io.prometheus:prometheus-metrics-exposition-formats:1.8.0")
                .withFlags(
                        "-Dringer.tls.certificate=" + file("first.crt") + "," + file("second.crt"),
                        "-Dringer.tls.key=" + file("first.key") + "," + file("second.key"),
                        "-Dringer.tls.keyPassword=file:" + file("password"),
                        "-Dringer.tls.clientCa=" + file("clients.crt"))
                .withFlags(more);
        return Service.of(program.start(Provider.RINGER, program.compiled()), Provider.RINGER);
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    /** Replaces a file atomically. */
    private void put(String sample, String name) throws IOException {
        Path next = Files.copy(SAMPLES.resolve(sample), file("next"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(next, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns a new context, because the JDK's client resumes the session of an address for any host name. */
    private static SSLContext client(KeyManager... keys) throws Exception {
        var context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {new TrustsAll()}, null);
        return context;
    }

    /** Sends a request with this name in SNI, and returns the subject of the server's certificate. */
    private static String shownTo(SSLContext context, int port, String name) throws Exception {
        try (var socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
            var parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            socket.setSSLParameters(parameters);
            socket.getOutputStream()
                    .write("GET /-/healthy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 200 ");
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }
}
