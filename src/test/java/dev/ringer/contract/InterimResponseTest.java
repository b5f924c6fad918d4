package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Tests 1xx responses, and 101 with raw streams. The JDK's server supports neither. */
class InterimResponseTest {
    @InModes
    void severalMayPrecedeTheFinalOne(Mode mode) throws IOException {
        HttpHandler hinting = exchange -> {
            exchange.getResponseHeaders().set("Link", "</a.css>");
            exchange.sendResponseHeaders(103, -1);
            exchange.sendResponseHeaders(102, 0);
            exchange.getResponseHeaders().set("X-Final", "yes");
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes());
            exchange.close();
        };
        try (TestServer server = serve(mode, hinting)) {
            RawClient client = server.connect().get("/");

            Response hints = client.readResponse();
            Response processing = client.readResponse();
            Response last = client.readResponse();

            assertThat(hints.status()).isEqualTo(103);
            assertThat(hints.values("Link")).containsExactly("</a.css>");
            assertThat(hints.has("Date")).isFalse();
            assertThat(hints.has("Content-Length")).isFalse();
            assertThat(processing.status()).isEqualTo(102);
            assertThat(last.status()).isEqualTo(200);
            assertThat(last.text()).isEqualTo("ok");
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @Http1Only(NotInHttp2.UPGRADE)
    @InModes
    void upgradesToRawStreams(Mode mode) throws IOException {
        HttpHandler echo = exchange -> {
            exchange.getResponseHeaders().set("Connection", "Upgrade");
            exchange.getResponseHeaders().set("Upgrade", "echo");
            exchange.sendResponseHeaders(101, 0);
            InputStream in = exchange.getRequestBody();
            OutputStream out = exchange.getResponseBody();
            for (int next = in.read(); next != '.'; next = in.read()) {
                out.write(next);
                out.flush();
            }
            exchange.close();
        };
        try (TestServer server = serve(mode, echo)) {
            RawClient client = server.connect()
                    .send("GET / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nearly");

            Response switching = client.readResponse();

            assertThat(switching.status()).isEqualTo(101);
            assertThat(switching.has("Content-Length")).isFalse();
            assertThat(switching.has("Transfer-Encoding")).isFalse();
            assertThat(client.readText(5)).isEqualTo("early");
            assertThat(client.send("late").readText(4)).isEqualTo("late");
            client.send(".");
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void refusesToUpgradeWhoDidNotAsk(Mode mode) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        HttpHandler upgrading = exchange -> {
            try {
                exchange.sendResponseHeaders(101, -1);
                thrown.complete(null);
            } catch (RuntimeException e) {
                thrown.complete(e);
            }
            exchange.close();
        };
        try (TestServer server = serve(mode, upgrading)) {
            server.connect().get("/");

            assertThat(thrown.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Http1Only(NotInHttp2.UPGRADE)
    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void stopClosesUpgradedConnections(Mode mode) throws IOException {
        HttpHandler waiting = exchange -> {
            exchange.sendResponseHeaders(101, -1);
            exchange.getRequestBody().read();
        };
        try (TestServer server = serve(mode, waiting)) {
            RawClient client = server.connect().get("/", "Connection: upgrade", "Upgrade: x");
            client.readResponse();

            server.server().stop(0);

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    private static TestServer serve(Mode mode, HttpHandler handler) throws IOException {
        return TestServer.create(Provider.RINGER, mode).handle("/", handler).start();
    }
}
