package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Map;

/**
 * Tests answers of handlers and of the server itself before the body was read (0.CL, double desync). The rest of the
 * body never becomes a request, and the client gets the answer.
 */
class EarlyAnswerTest {
    private static final String LARGE = "x".repeat(1_000_000);
    private static final Map<String, String> AT_ONCE = Map.of("ringer.bodyBuffer", "0"); // also before small bodies

    @InModes
    void letsTheClientReadTheAnswerToALargeBody(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            RawClient client = victim.connect()
                    .sendAsFarAsPossible("POST /a HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n" + LARGE);

            Response answer = client.readResponse();

            assertThat(answer.text()).isEqualTo("POST /a");
            assertThat(client.fate()).isEqualTo(Fate.CLOSED);
            assertThat(victim.seen()).containsExactly("POST /a");
        }
    }

    @InModes
    void neverTakesTheRestOfALargeBodyForARequest(Mode mode) throws IOException {
        String requests = Victim.SMUGGLED.repeat(5000);
        try (Victim victim = Victim.ignoringBodies(mode)) {
            RawClient client = victim.connect()
                    .sendAsFarAsPossible("POST /a HTTP/1.1\r\nHost: test\r\nContent-Length: " + requests.length()
                            + "\r\n\r\n" + requests);

            String answers = client.readToEnd();

            assertThat(answers).containsOnlyOnce("HTTP/1.1");
            assertThat(victim.seen()).containsExactly("POST /a");
        }
    }

    @InModes
    void neverTakesTheRestForARequestAfterARedirect(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, AT_ONCE)
                .handle("/", exchange -> {
                    exchange.getResponseHeaders().set("Location", "/b");
                    exchange.sendResponseHeaders(304, -1);
                })
                .start()) {
            RawClient client = server.connect()
                    .send("GET / HTTP/1.1\r\nHost: test\r\nContent-Length: " + Victim.SMUGGLED.length() + "\r\n\r\n");

            assertThat(client.readResponse().status()).isEqualTo(304);
            client.send(Victim.SMUGGLED);

            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void neverTakesTheRestForARequestAfterAFailure(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    throw new IllegalStateException("on purpose");
                })
                .start()) {
            RawClient client = server.connect()
                    .send("GET / HTTP/1.1\r\nHost: test\r\nContent-Length: " + Victim.SMUGGLED.length() + "\r\n\r\n");

            client.sendAsFarAsPossible(Victim.SMUGGLED);

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void readsWhatComesAfterAnAnswerThatHasBegun(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, AT_ONCE)
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().flush();
                    exchange.getRequestBody().transferTo(exchange.getResponseBody());
                    exchange.close();
                })
                .start()) {
            RawClient client = server.connect().sendHead("POST / HTTP/1.1", "Host: test", "Content-Length: 5");

            assertThat(client.hasByteWithin(Deadlines.PATIENCE)).isTrue();
            client.send("hello");

            assertThat(client.readResponse().text()).isEqualTo("hello");
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }
}
