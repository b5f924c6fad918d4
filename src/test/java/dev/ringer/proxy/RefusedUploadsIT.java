package dev.ringer.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.multipart.Form;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests uploads that are refused unread, through a proxy whose connections several users share: the next request of
 * another user must not meet a connection that the server is about to close.
 */
class RefusedUploadsIT {
    private static final int ROUNDS = Ring.choose(4, 40);

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @ParameterizedTest
    @EnumSource
    void costNoOtherUserARequest(Proxy proxy) throws Exception {
        try (TestServer server = TestServer.create(
                Provider.RINGER,
                Mode.FIXED_POOL,
                Map.of("ringer.http2", proxy.speaksHttp2() ? "on" : "off", "ringer.maxBodySize", "1m"))) {
            server.handle("/ok", exchange -> answer(exchange, 200));
            server.handle("/unread", exchange -> answer(exchange, 403));
            server.handle("/closed", exchange -> {
                exchange.getRequestBody().close();
                answer(exchange, 413);
            });
            server.handle("/form", exchange -> {
                Form.read(exchange).close();
                answer(exchange, 200);
            });
            server.context("/secret", exchange -> answer(exchange, 200)).setAuthenticator(new BasicAuthenticator("a") {
                @Override
                public boolean checkCredentials(String user, String password) {
                    return false;
                }
            });
            server.start();
            try (ProxyProcess running = proxy.inFrontOf(server.port(), folder)) {
                URI address = URI.create("http://127.0.0.1:" + running.port() + "/");
                for (int i = 0; i < ROUNDS; i++) {
                    for (int length : new int[] {65_536, 65_537, 300_000, 2 << 20}) {
                        boolean tooLong = length > 1 << 20;
                        refuses(proxy, status(address, "unread", body(length)), tooLong ? 413 : 403);
                        assertThat(status(address, "ok", null)).isEqualTo(200);
                        refuses(proxy, status(address, "closed", body(length)), 413);
                        assertThat(status(address, "ok", null)).isEqualTo(200);
                        refuses(proxy, status(address, "form", body(length)), tooLong ? 413 : 415);
                        assertThat(status(address, "ok", null)).isEqualTo(200);
                        refuses(proxy, status(address, "secret", body(length)), tooLong ? 413 : 401);
                        assertThat(status(address, "ok", null)).isEqualTo(200);
                    }
                }
            }
        }
    }

    private static BodyPublisher body(int length) {
        return BodyPublishers.ofByteArray(new byte[length]);
    }

    /**
     * Checks the response to an upload. When an HTTP/2 server resets the rest of an upload (RFC 9113, 8.1), HAProxy 2.6
     * closes its client's connection, so that this client may get no response (0).
     */
    private static void refuses(Proxy proxy, int status, int expected) {
        if (status != 0 || proxy != Proxy.HAPROXY_BY_HTTP2) {
            assertThat(status).isEqualTo(expected);
        }
    }

    private int status(URI address, String path, BodyPublisher body) throws InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.resolve(path)).timeout(Deadlines.PATIENCE);
        if (body != null) {
            request.header("Content-Type", "text/plain").POST(body);
        }
        try {
            return client.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException noResponse) {
            return 0;
        }
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
