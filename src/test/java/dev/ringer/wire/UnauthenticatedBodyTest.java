package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Map;

/** Tests endless bodies of clients that an authenticator refuses: they occupy neither a thread nor a connection. */
class UnauthenticatedBodyTest {
    private static final String CHUNKED = "Transfer-Encoding: chunked";
    private static final String CHUNK = "1000\r\n" + "x".repeat(0x1000) + "\r\n";

    @InModes
    void isAnsweredBeforeItComes(Mode mode) throws IOException {
        try (TestServer server = guarded(mode, new Authenticator.Retry(401), Map.of())) {
            for (int i = 0; i < 8; i++) { // more than the pool has threads
                RawClient slow = server.connect().request("POST", "/guarded", "Content-Length: 1000000");

                assertThat(slow.send("x").readResponse().status()).isEqualTo(401);
            }

            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(204);
        }
    }

    @InModes
    void isCutOffIfItDoesNotEnd(Mode mode) throws IOException {
        Map<String, String> briefly = Map.of("ringer.drainTimeout", "200");
        try (TestServer server = guarded(mode, new Authenticator.Failure(403), briefly)) {
            RawClient endless = server.connect().request("POST", "/guarded", CHUNKED);

            assertThat(endless.send(CHUNK).readResponse().status()).isEqualTo(403);
            sendUntilClosed(endless);

            assertThat(endless.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(204);
        }
    }

    @InModes
    void isCutOffIfItDrips(Mode mode) throws IOException {
        Map<String, String> briefly = Map.of("ringer.bodyBuffer", "0", "ringer.drainTimeout", "200");
        try (TestServer server = guarded(mode, new Authenticator.Failure(403), briefly)) {
            RawClient dripping = server.connect().request("POST", "/guarded", CHUNKED);

            assertThat(dripping.send("5\r\nx").readResponse().status()).isEqualTo(403);

            assertThat(dripping.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void costsNoConnectionUpToTheDrainAmount(Mode mode) throws IOException {
        try (TestServer server = guarded(mode, new Authenticator.Failure(403), Map.of())) {
            RawClient client = server.connect().request("POST", "/guarded", CHUNKED);

            client.send(CHUNK.repeat(10) + "0\r\n\r\n");

            assertThat(client.readResponse().status()).isEqualTo(403);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    private static void sendUntilClosed(RawClient client) throws IOException {
        long end = System.nanoTime() + Deadlines.PATIENCE.toNanos();
        do {
            client.sendAsFarAsPossible(CHUNK.repeat(100));
        } while (!client.hasEventWithin(Deadlines.QUIET) && System.nanoTime() - end < 0);
    }

    private static TestServer guarded(Mode mode, Authenticator.Result result, Map<String, String> properties)
            throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, mode, properties)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.context("/guarded", exchange -> exchange.sendResponseHeaders(200, -1))
                .setAuthenticator(new Authenticator() {
                    @Override
                    public Result authenticate(HttpExchange exchange) {
                        return result;
                    }
                });
        return server.start();
    }
}
