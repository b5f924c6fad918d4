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
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests installed proxies that name their clients in header fields, with a client that sends false fields. */
class ForwardedByProxyIT {
    private static final String CLIENT = "127.0.0.9";
    private static final String[] LIES = {
        "X-Forwarded-For: 6.6.6.6",
        "X-Forwarded-Proto: https",
        "X-Forwarded-Host: evil",
        "Forwarded: for=6.6.6.6;proto=https;host=evil"
    };

    /** Proxies that write X-Forwarded fields or the Forwarded field. */
    enum Writer {
        HAPROXY("x-forwarded-for", Transport.CLEAR) {
            @Override
            String config() {
                return haproxy("option forwardfor", "");
            }
        },

        HAPROXY_BY_HTTP2("x-forwarded-for", Transport.H2C) {
            @Override
            String config() {
                return haproxy("option forwardfor", "proto h2");
            }
        },

        HAPROXY_WITH_FORWARDED("forwarded", Transport.CLEAR) {
            @Override
            String config() {
                return haproxy("http-request add-header Forwarded for=%[src];proto=http;host=test", "");
            }
        },

        NGINX("x-forwarded-for,x-forwarded-proto,x-forwarded-host", Transport.CLEAR) {
            @Override
            String config() {
                return nginx("""
                        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                        proxy_set_header X-Forwarded-Proto $scheme;
                        proxy_set_header X-Forwarded-Host $http_host;
                        """);
            }
        },

        NGINX_WITH_FORWARDED("forwarded", Transport.CLEAR) {
            @Override
            String config() {
                return nginx("""
                        proxy_set_header Host $http_host;
                        proxy_set_header Forwarded "for=$remote_addr;proto=$scheme";
                        """);
            }
        },

        NGINX_WITH_FORWARDED_HOST("forwarded", Transport.CLEAR) {
            @Override
            String config() {
                return nginx("proxy_set_header Forwarded \"for=$remote_addr;proto=$scheme$forwarded_host\";");
            }
        };

        private final String written;
        private final Transport transport;

        Writer(String written, Transport transport) {
            this.written = written;
            this.transport = transport;
        }

        abstract String config();

        ProxyProcess inFrontOf(int backend, Path folder) {
            boolean nginx = name().startsWith("NGINX");
            return ProxyProcess.start(
                    nginx ? "nginx" : "haproxy",
                    nginx
                            ? List.of("-p", "${folder}", "-e", "stderr", "-c", "${config}")
                            : List.of("-db", "-f", "${config}"),
                    config().replace("${backend}", Integer.toString(backend)),
                    folder);
        }

        private static String haproxy(String rule, String options) {
            return """
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
                        server one 127.0.0.1:${backend} %s
                    """.formatted(rule, options);
        }

        private static String nginx(String fields) {
            return ProxyProcess.NGINX + """
                        map $http_host $forwarded_host {
                            "~^[a-zA-Z0-9.:\\[\\]-]+$" ";host=\\"$http_host\\"";
                            default "";
                        }
                        server {
                            listen 127.0.0.1:${port};
                            location / {
                                proxy_pass http://127.0.0.1:${backend};
                    """ + fields + "}}}";
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void tellsTheClientWhateverThatSaysAndAsksFor(Writer writer) throws IOException {
        try (var server = server(writer);
                var proxy = writer.inFrontOf(server.port(), folder)) {
            try (var client = connect(proxy)) {
                assertThat(client.get("/", LIES).readResponse().text())
                        .startsWith(CLIENT + " by 127.0.0.1, http test ");
                assertThat(client.get("/").readResponse().text()).startsWith(CLIENT + " by 127.0.0.1, http test ");
            }
            for (var host : List.of("a,for=6.6.6.6", "a;for=6.6.6.6", "a\",for=6.6.6.6", "[::1]", "a")) {
                try (var client = connect(proxy)) {
                    client.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
                    var response = client.readResponse();

                    if (host.equals("a") || response.status() == 200) { // the other hosts may be refused
                        assertThat(response.text()).as(host).startsWith(CLIENT + " by 127.0.0.1, http ");
                    }
                }
            }
        }
    }

    @Test
    void tellsTheClientBehindTwoProxies() throws IOException {
        try (var server = server(Writer.NGINX);
                var inner = Writer.NGINX.inFrontOf(server.port(), Files.createDirectory(folder.resolve("inner")));
                var outer = Writer.HAPROXY.inFrontOf(inner.port(), Files.createDirectory(folder.resolve("outer")));
                var client = connect(outer)) {
            var answer = client.get("/", LIES).readResponse().text();

            assertThat(answer).startsWith(CLIENT + " by 127.0.0.1, http test ");
            assertThat(answer).containsPattern("6\\.6\\.6\\.6, *127\\.0\\.0\\.9, *127\\.0\\.0\\.1");
        }
    }

    private static RawClient connect(ProxyProcess proxy) throws IOException {
        return RawClient.connectFrom(InetAddress.getByName(CLIENT), proxy.port(), new byte[0], Transport.CLEAR);
    }

    private static TestServer server(Writer writer) throws IOException {
        return TestServer.create(
                        Provider.RINGER,
                        writer.transport,
                        Mode.FIXED_POOL,
                        Map.of("ringer.trustedProxies", "127.0.0.1", "ringer.forwardedFields", writer.written))
                .handle("/", ForwardedByProxyIT::tell)
                .start();
    }

    private static void tell(HttpExchange exchange) throws IOException {
        var client = exchange.getRemoteAddress().getAddress().getHostAddress();
        var host = exchange.getRequestHeaders().getFirst("Host");
        var body = (client + " by " + proxy(exchange) + ", " + exchange.getAttribute("dev.ringer.scheme") + " " + host
                        + " " + exchange.getRequestHeaders().get("X-Forwarded-For"))
                .getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String proxy(HttpExchange exchange) {
        var proxy = (InetSocketAddress) exchange.getAttribute("dev.ringer.proxyAddress");
        return proxy == null ? "nobody" : proxy.getAddress().getHostAddress();
    }
}
