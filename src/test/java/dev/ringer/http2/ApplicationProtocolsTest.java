package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Timeout;

/** Tests which protocol the server selects: by ALPN over TLS, by the first bytes in the clear. */
@Timeout(60)
class ApplicationProtocolsTest {
    private static final String WEAK = "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256";
    private static final int INADEQUATE_SECURITY = 12;

    @InModes
    void isHttp2WithClientsThatAskForIt(Mode mode) throws Exception {
        try (TestServer server =
                Http2Servers.create(Transport.TLS, mode, "ringer.http2", "tls").start()) {
            HttpClient client = client(HttpClient.Version.HTTP_2);

            List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 40)
                    .mapToObj(i -> client.sendAsync(post(server, "body " + i), HttpResponse.BodyHandlers.ofString()))
                    .toList();

            for (int i = 0; i < answers.size(); i++) {
                HttpResponse<String> answer = answers.get(i).get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(answer.body()).isEqualTo("body " + i);
            }
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void isHttp1WithTheOthers(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(Transport.TLS, mode).start()) {
            HttpResponse<String> answer = client(HttpClient.Version.HTTP_1_1)
                    .send(post(server, "body"), HttpResponse.BodyHandlers.ofString());

            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(agreed(server, "h2", "http/1.1")).isEqualTo("h2");
            assertThat(agreed(server, "http/1.1")).isEqualTo("http/1.1");
            assertThat(agreed(server, "acme-tls/1")).isEmpty();
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void isHttp1WhereHttp2IsOff(Mode mode) throws Exception {
        try (TestServer server =
                Http2Servers.create(Transport.TLS, mode, "ringer.http2", "off").start()) {
            assertThat(agreed(server, "h2", "http/1.1")).isEqualTo("http/1.1");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void isWhatTheApplicationHasSet(Mode mode) throws Exception {
        try (TestServer server = configured(
                        mode, parameters -> parameters.setApplicationProtocols(new String[] {"http/1.1"}))
                .start()) {
            assertThat(agreed(server, "h2", "http/1.1")).isEqualTo("http/1.1");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void isNotHttp2OverWeakCiphers(Mode mode) throws Exception {
        try (TestServer server =
                configured(mode, ApplicationProtocolsTest::weaken).start()) {
            assertThat(agreed(server, "h2", "http/1.1")).isEqualTo("http/1.1");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void refusesHttp2OverWeakCiphersThatTheApplicationHasSet(Mode mode) throws Exception {
        try (TestServer server = configured(mode, parameters -> {
                            weaken(parameters);
                            parameters.setApplicationProtocols(new String[] {"h2"});
                        })
                        .start();
                SSLSocket socket = connect(server, "h2")) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int lengthAndType = in.readInt();
            while ((lengthAndType & 0xff) != Http2Frame.GOAWAY) {
                in.readNBytes(5 + (lengthAndType >>> 8));
                lengthAndType = in.readInt();
            }
            in.readNBytes(9);

            assertThat(in.readInt()).isEqualTo(INADEQUATE_SECURITY);
        }
    }

    private static void weaken(SSLParameters parameters) {
        parameters.setProtocols(new String[] {"TLSv1.2"});
        parameters.setCipherSuites(new String[] {WEAK});
    }

    @InModes(Mode.NO_EXECUTOR)
    void isNotHttp2InTheClearUnlessItIsOn(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(Transport.CLEAR, mode, "ringer.http2", "tls")
                        .start();
                Socket socket = Transport.connect(server.port())) {
            socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 505");
        }
    }

    // ---- clients and servers

    private static HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder()
                .sslContext(TestKeys.clientContext())
                .version(version)
                .build();
    }

    private static HttpRequest post(TestServer server, String body) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/echo"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String agreed(TestServer server, String... offered) throws IOException {
        try (SSLSocket socket = connect(server, offered)) {
            return socket.getApplicationProtocol();
        }
    }

    private static SSLSocket connect(TestServer server, String... offered) throws IOException {
        Socket tcp = Transport.connect(server.port());
        SSLSocket socket = (SSLSocket)
                TestKeys.clientContext().getSocketFactory().createSocket(tcp, "localhost", tcp.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(offered);
        socket.setSSLParameters(parameters);
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        socket.startHandshake();
        return socket;
    }

    private interface Setting {
        void applyTo(SSLParameters parameters);
    }

    private static TestServer configured(Mode mode, Setting setting) throws IOException {
        TestServer server = Http2Servers.create(Transport.TLS, mode);
        ((HttpsServer) server.server()).setHttpsConfigurator(new HttpsConfigurator(TestKeys.serverContext()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters chosen = getSSLContext().getDefaultSSLParameters();
                setting.applyTo(chosen);
                parameters.setSSLParameters(chosen);
            }
        });
        return server;
    }
}
