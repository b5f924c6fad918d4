package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that {@code Connection: close} in a response only drops the field over HTTP/2 (RFC 9113, 8.2.2). A GOAWAY would
 * make the HttpClient of older JDKs lose the next request (JDK-8335181).
 */
@Timeout(120)
class ConnectionFieldTest {
    private static TestServer start(Mode mode) throws Exception {
        return Http2Servers.create(mode)
                .handle("/close", exchange -> {
                    exchange.getResponseHeaders().set("Connection", "close");
                    Http2Servers.respond(
                            exchange, "closing " + exchange.getRequestBody().readAllBytes().length);
                })
                .start();
    }

    @InModes
    @Over({Transport.H2C, Transport.H2})
    void leavesTheConnectionOpen(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 20; stream += 2) {
                assertThat(client.get(stream, "/close").answer(stream).text()).isEqualTo("closing 0");
                assertThat(client.soFar(stream).heads().get(0))
                        .noneMatch(field -> field.name().equalsIgnoreCase("connection"));
            }

            assertThat(client.goAwayCode()).isEqualTo(-1);
        }
    }

    @InModes(inTurn = true)
    @Over(Transport.H2)
    void losesNoRequestOfTheJdksClient(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(TestKeys.clientContext())
                    .version(HttpClient.Version.HTTP_2)
                    .build();
            URI uri = URI.create("https://localhost:" + server.port() + "/close");
            for (int i = 0; i < 20; i++) {
                String body = "x".repeat(i % 2 * 100);
                HttpRequest request = HttpRequest.newBuilder(uri)
                        .method(body.isEmpty() ? "GET" : "POST", HttpRequest.BodyPublishers.ofString(body))
                        .timeout(Deadlines.PATIENCE)
                        .build();

                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

                assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(response.body()).isEqualTo("closing " + body.length());
            }
        }
    }
}
