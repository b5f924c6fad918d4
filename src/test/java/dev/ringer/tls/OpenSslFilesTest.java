package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.Ringer;
import dev.ringer.listen.Command;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.TlsOptions;
import dev.ringer.testkit.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files that the installed OpenSSL writes, and its client. */
@Tag("outer")
@Timeout(120)
class OpenSslFilesTest {
    private static final Path CHAIN = Path.of("src/test/resources/dev/ringer/tls/chain");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "req -x509 -newkey rsa:2048 -subj /CN=localhost -passout pass:é💥 -keyout KEY -out CERT",
                "req -x509 -newkey rsa-pss -nodes -subj /CN=localhost -keyout KEY -out CERT",
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-384 -subj /CN=localhost -passout pass:é💥 -keyout KEY"
                        + " -out CERT",
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-521 -nodes -subj /CN=localhost -keyout KEY -out CERT",
                "req -x509 -newkey ed25519 -passout pass:é💥 -subj /CN=localhost -keyout KEY -out CERT",
                "req -x509 -newkey ed448 -nodes -subj /CN=localhost -keyout KEY -out CERT",
                "genrsa -aes256 -traditional -passout pass:é💥 -out KEY"
                        + " ; req -x509 -key KEY -passin pass:é💥 -subj /CN=localhost -out CERT",
                "ecparam -name prime256v1 -genkey -out PLAIN ; ec -in PLAIN -des3 -passout pass:é💥 -out KEY"
                        + " ; req -x509 -key PLAIN -subj /CN=localhost -out CERT",
                "genpkey -algorithm ed25519 -out PLAIN ; pkcs8 -topk8 -scrypt -in PLAIN -passout pass:é💥 -out KEY"
                        + " ; req -x509 -key PLAIN -subj /CN=localhost -out CERT"
            })
    void areServed(String commands) throws Exception {
        Path key = folder.resolve("key");
        Path certificate = folder.resolve("certificate");
        Path plain = folder.resolve("plain");
        for (String command : commands.split(" ; ")) {
            openssl(command.replace("KEY", key.toString())
                    .replace("CERT", certificate.toString())
                    .replace("PLAIN", plain.toString()));
        }

        String shown = shown(certificate, key, certificate);

        assertThat(shown).contains("Verify return code: 0 (ok)");
    }

    @ParameterizedTest
    @CsvSource({"root leaf intermediate", "intermediate leaf", "leaf leaf intermediate", "leaf root intermediate cross"
    })
    void sendAChainInOrder(String order) throws Exception {
        StringBuilder all = new StringBuilder();
        for (String name : order.split(" ")) {
            all.append(Files.readString(CHAIN.resolve(name + ".crt")));
        }
        Path certificates = Files.writeString(folder.resolve("certificates"), all);

        String shown = shown(certificates, CHAIN.resolve("leaf.key"), CHAIN.resolve("root.crt"));

        assertThat(shown).contains("Verify return code: 0 (ok)").contains(" 0 s:CN = leaf.test");
    }

    /**
     * RFC 6066, 3: the server must not resume a session for another name than that with which it began. The JDK's
     * client cannot test this: it repeats the name of the session.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resumeASessionOnlyForItsName(boolean configured) throws Exception {
        Path samples = CHAIN.getParent();
        Path[] files = {
            samples.resolve("ec.crt"), samples.resolve("ec.pem"), samples.resolve("one.crt"), samples.resolve("one.pem")
        };
        HttpServer server = Ringer.create(
                TestServer.anyPort(),
                0,
                ServerOptions.builder()
                        .set(
                                Settings.TLS,
                                TlsOptions.builder()
                                        .addCertificate(files[0], files[1])
                                        .addCertificate(files[2], files[3])
                                        .build())
                        .build());
        if (configured) {
            HttpsServer secure = Ringer.createHttps(
                    TestServer.anyPort(), 0, ServerOptions.builder().build());
            secure.setHttpsConfigurator(new HttpsConfigurator(PemContext.builder(files[0], files[1])
                    .addCertificate(files[2], files[3])
                    .build()));
            server = secure;
        }
        server.start();
        try {
            String client =
                    "s_client -tls1_2 -connect 127.0.0.1:" + server.getAddress().getPort();
            Path session = folder.resolve("session");

            openssl(client + " -servername localhost -sess_out " + session);

            assertThat(openssl(client + " -servername localhost -sess_in " + session))
                    .contains("Reused, TLSv1.2");
            assertThat(openssl(client + " -servername one.test -sess_in " + session))
                    .contains("New, TLSv1.2")
                    .contains("CN = one.test");
        } finally {
            server.stop(0);
        }
    }

    /** Returns what OpenSSL's client says of a server with these files. */
    private String shown(Path certificate, Path key, Path authorities) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "é💥\n");
        HttpServer server = Ringer.create(
                TestServer.anyPort(),
                0,
                ServerOptions.builder()
                        .set(
                                Settings.TLS,
                                TlsOptions.builder()
                                        .addCertificate(certificate, key)
                                        .keyPasswordFile(password)
                                        .build())
                        .build());
        server.start();
        try {
            return openssl("s_client -showcerts -connect 127.0.0.1:"
                    + server.getAddress().getPort() + " -CAfile " + authorities);
        } finally {
            server.stop(0);
        }
    }

    private static String openssl(String command) throws Exception {
        List<String> words = new ArrayList<>(List.of(Command.path("openssl")));
        words.addAll(List.of(command.split(" ")));
        return Command.output(words.toArray(String[]::new));
    }
}
