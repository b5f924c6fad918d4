package dev.ringer.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests installed proxies that name their clients in a header of the PROXY protocol. */
class ProxyHeaderIT {
    private static final List<String> NGINX = List.of("-p", "${folder}", "-e", "stderr", "-c", "${config}");
    private static final List<String> HAPROXY = List.of("-db", "-f", "${config}");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "http, send-proxy",
        "http, send-proxy-v2",
        "tcp, send-proxy",
        "tcp, send-proxy-v2",
        "tcp, send-proxy-v2 proxy-v2-options crc32c",
        "tcp, send-proxy-v2 check inter 100"
    })
    void haproxyNamesItsClients(String mode, String options) throws IOException {
        try (var server = server(Transport.CLEAR);
                var proxy = haproxy(mode, "", server.port(), options);
                var client = RawClient.connect(proxy.port(), Transport.CLEAR)) {
            assertThat(client.get("/").readResponse().text())
                    .startsWith("/127.0.0.1:" + client.port() + " at /127.0.0.1:" + proxy.port() + " by /127.0.0.1:");
        }
    }

    @ParameterizedTest
    @EnumSource
    void haproxyPassesOnEveryProtocol(Transport transport) throws IOException {
        try (var server = server(transport);
                var proxy = haproxy("tcp", "", server.port(), "send-proxy-v2");
                var client = RawClient.connect(proxy.port(), transport)) {
            assertThat(client.get("/").readResponse().text())
                    .startsWith("/127.0.0.1:" + client.port() + " at /127.0.0.1:" + proxy.port() + " by /127.0.0.1:");
        }
    }

    @Test
    void haproxyTellsOfTls() throws IOException {
        Files.writeString(folder.resolve("server.pem"), TestKeys.serverPem());
        Files.writeString(folder.resolve("client.pem"), TestKeys.clientPem());
        var tls = " ssl crt ${folder}/server.pem ca-file ${folder}/client.pem verify optional alpn http/1.1";
        try (var server = server(Transport.CLEAR);
                var proxy = haproxy(
                        "http",
                        tls,
                        server.port(),
                        "send-proxy-v2-ssl-cn proxy-v2-options ssl,cert-cn,authority,ssl-cipher");
                var socket = (SSLSocket) TestKeys.certifiedClientContext()
                        .getSocketFactory()
                        .createSocket(new Socket("127.0.0.1", proxy.port()), "localhost", proxy.port(), true)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n".getBytes());

            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .contains("/127.0.0.1:" + socket.getLocalPort() + " at /127.0.0.1:" + proxy.port())
                    .contains(", https {")
                    .contains("tls=true, tls.verified=true")
                    .contains("tls.version=" + socket.getSession().getProtocol())
                    .contains("tls.commonName=a client")
                    .contains("tls.cipher=");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nginxNamesItsClients(Transport transport) throws IOException {
        var config = """
                daemon off;
                master_process off;
                ${module}
                pid ${folder}/nginx.pid;
                events { worker_connections 64; }
                stream {
                    server {
                        listen 127.0.0.1:${port};
                        proxy_pass 127.0.0.1:${backend};
                        proxy_protocol on;
                    }
                }
                """;
        try (var server = server(transport);
                var proxy = ProxyProcess.start(
                        "nginx",
                        NGINX,
                        config.replace("${module}", "load_module " + streamModule() + ";")
                                .replace("${backend}", Integer.toString(server.port())),
                        folder);
                var client = RawClient.connect(proxy.port(), transport)) {
            assertThat(client.get("/").readResponse().text())
                    .startsWith("/127.0.0.1:" + client.port() + " at /127.0.0.1:" + proxy.port() + " by /127.0.0.1:");
        }
    }

    /** Returns nginx's separate module for streams. {@code -Dringer.test.nginx.modules} names another folder. */
    private static Path streamModule() {
        var module = Stream.of(System.getProperty("ringer.test.nginx.modules", ""), "/usr/lib/nginx/modules")
                .map(folder -> Path.of(folder, "ngx_stream_module.so").toAbsolutePath())
                .filter(Files::exists)
                .findFirst();
        assumeTrue(module.isPresent(), "nginx has no module for streams");
        return module.get();
    }

    private ProxyProcess haproxy(String mode, String frontend, int backend, String options) {
        return ProxyProcess.start("haproxy", HAPROXY, """
                defaults
                    mode %s
                    timeout connect 5s
                    timeout client 30s
                    timeout server 30s
                frontend clients
                    bind 127.0.0.1:${port}%s
                    default_backend ringer
                backend ringer
                    server one 127.0.0.1:%d %s
                """.formatted(mode, frontend, backend, options), folder);
    }

    private static TestServer server(Transport transport) throws IOException {
        return TestServer.create(
                        Provider.RINGER,
                        transport,
                        Mode.FIXED_POOL,
                        Map.of("ringer.trustedProxies", "127.0.0.1", "ringer.proxyProtocol", "required"))
                .handle("/", exchange -> {
                    var body = (exchange.getRemoteAddress() + " at " + exchange.getLocalAddress() + " by "
                                    + exchange.getAttribute("dev.ringer.proxyAddress") + ", "
                                    + exchange.getAttribute("dev.ringer.scheme") + " "
                                    + exchange.getAttribute("dev.ringer.proxyProtocol"))
                            .getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                })
                .start();
    }
}
