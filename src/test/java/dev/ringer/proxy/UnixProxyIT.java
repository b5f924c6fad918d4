package dev.ringer.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests installed proxies that reach the server through a Unix domain socket. */
class UnixProxyIT {
    private static final String CLIENT = "127.0.0.9";
    private static final int LARGE = 5_000_000;

    @TempDir
    private Path folder;

    @Test
    void nginxTellsTheClient() throws IOException {
        var config = ProxyProcess.NGINX + """
                    server {
                        listen 127.0.0.1:${port};
                        location / {
                            proxy_pass http://unix:${folder}/app.sock:;
                            proxy_http_version 1.1;
                            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                        }
                    }
                }
                """;
        try (var server = server(Map.of());
                var proxy = ProxyProcess.start(
                        "nginx", List.of("-p", "${folder}", "-e", "stderr", "-c", "${config}"), config, folder)) {
            assertServed(server, proxy);
        }
    }

    @ParameterizedTest
    @CsvSource({"option forwardfor, ''", "'', send-proxy", "'', send-proxy-v2"})
    void haproxyTellsTheClient(String rule, String options) throws IOException {
        var config = """
                defaults
                    mode http
                    timeout connect 5s
                    timeout client 30s
                    timeout server 30s
                frontend clients
                    bind 127.0.0.1:${port}
                    default_backend ringer
                backend ringer
                    %s
                    server one unix@${folder}/app.sock %s
                """.formatted(rule, options);
        var settings = options.isEmpty() ? Map.<String, String>of() : Map.of("ringer.proxyProtocol", "required");
        try (var server = server(settings);
                var proxy = ProxyProcess.start("haproxy", List.of("-db", "-f", "${config}"), config, folder)) {
            assertServed(server, proxy);
        }
    }

    private static void assertServed(TestServer server, ProxyProcess proxy) throws IOException {
        assertThat(server.started()).isTrue();
        try (var client =
                RawClient.connectFrom(InetAddress.getByName(CLIENT), proxy.port(), new byte[0], Transport.CLEAR)) {
            for (var i = 0; i < 3; i++) {
                var text = client.get("/", "X-Forwarded-For: 6.6.6.6")
                        .readResponse()
                        .text();
                assertThat(text).startsWith("/" + CLIENT).hasSize(LARGE);
            }
        }
    }

    private TestServer server(Map<String, String> more) throws IOException {
        var settings = new HashMap<>(more);
        settings.put("ringer.listen", "unix:" + folder.resolve("app.sock"));
        settings.put("ringer.trustedProxies", "unix");
        return TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.FIXED_POOL, settings)
                .handle("/", UnixProxyIT::tell)
                .start();
    }

    private static void tell(HttpExchange exchange) throws IOException {
        var text = exchange.getRemoteAddress().toString();
        var body = (text + " ".repeat(LARGE - text.length())).getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
