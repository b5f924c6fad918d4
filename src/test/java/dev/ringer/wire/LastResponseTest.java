package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the last response before the server closes a connection says so (RFC 9112, section 9.6). */
@Timeout(60)
@Over({Transport.CLEAR, Transport.TLS})
class LastResponseTest {
    private static final BasicAuthenticator AUTHENTICATOR = new BasicAuthenticator("test") {
        @Override
        public boolean checkCredentials(String user, String password) {
            return password.equals("secret");
        }
    };

    /** Handlers that answer before they have read a body that is too long to be dropped. */
    private enum Refusal {
        WITHOUT_BODY(exchange -> exchange.sendResponseHeaders(200, -1)),
        WITH_LENGTH(exchange -> {
            exchange.sendResponseHeaders(413, 4);
            exchange.getResponseBody().write("four".getBytes());
            exchange.close();
        }),
        CHUNKED(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("four".getBytes());
            exchange.close();
        }),
        AFTER_A_PART(exchange -> {
            exchange.getRequestBody().readNBytes(1000);
            exchange.sendResponseHeaders(413, -1);
        }),
        AFTER_CLOSING_THE_REQUEST(exchange -> {
            exchange.getRequestBody().close();
            exchange.sendResponseHeaders(400, -1);
        });

        private final HttpHandler handler;

        Refusal(HttpHandler handler) {
            this.handler = handler;
        }
    }

    @InModes
    void saysThatTheConnectionClosesBecauseOfTheUnreadBody(Mode mode) throws IOException {
        for (Refusal refusal : Refusal.values()) {
            for (int length : new int[] {70_000, 1_000_000}) {
                try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", refusal.handler)
                        .start()) {
                    assertIsLast(server.connect(), length, refusal);
                }
            }
        }
    }

    @InModes
    void saysThatTheConnectionClosesAfterTheChallengeOfAnAuthenticator(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context("/", exchange -> exchange.sendResponseHeaders(200, -1))
                    .setAuthenticator(AUTHENTICATOR);
            server.start();

            assertIsLast(server.connect(), 70_000, "401");
        }
    }

    @InModes
    void saysNothingBeforeABodyThatTheServerDrops(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {
            RawClient client = server.connect().post("/", "x".repeat(60_000));

            assertThat(client.readResponse().has("Connection")).isFalse();
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    /** Responses whose heads leave before the end of the exchange, when nobody knows how much the handler will read. */
    private enum Early {
        FLUSHED(exchange -> {
            exchange.sendResponseHeaders(413, 0);
            exchange.getResponseBody().write("four".getBytes());
            exchange.getResponseBody().flush();
            exchange.close();
        }),
        LARGER_THAN_THE_BUFFER(exchange -> {
            exchange.sendResponseHeaders(413, 300_000);
            exchange.getResponseBody().write(new byte[300_000]);
            exchange.close();
        });

        private final HttpHandler handler;

        Early(HttpHandler handler) {
            this.handler = handler;
        }
    }

    @InModes
    void readsOnIfTheHeadHasGoneWithoutSayingThatTheConnectionCloses(Mode mode) throws IOException {
        for (Early early : Early.values()) {
            for (String framing : new String[] {"Content-Length: 1000000", "Transfer-Encoding: chunked"}) {
                try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", early.handler)
                        .start()) {
                    RawClient client = server.connect();
                    String body = "x".repeat(1_000_000);
                    client.sendMeanwhile(("POST / HTTP/1.1\r\nHost: test\r\n" + framing + "\r\n\r\n"
                                    + (framing.startsWith("T") ? "F4240\r\n" + body + "\r\n0\r\n\r\n" : body))
                            .getBytes(StandardCharsets.US_ASCII));

                    Response answer = client.readResponse();

                    assertThat(answer.complete()).isTrue();
                    assertThat(answer.has("Connection"))
                            .as(early + ", " + framing)
                            .isFalse();
                    assertThat(client.fate()).as(early + ", " + framing).isEqualTo(Fate.USABLE);
                }
            }
        }
    }

    @InModes
    void saysThatTheConnectionClosesBecauseTooManyAreIdle(Mode mode) throws IOException {
        Map<String, String> one = Map.of("sun.net.httpserver.maxIdleConnections", "1");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, one)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {
            RawClient idle = server.connect().get("/");
            assertThat(idle.readResponse().has("Connection")).isFalse();

            RawClient second = server.connect();
            Response answer = second.get("/").readResponse();

            assertThat(answer.values("Connection")).containsExactly("close");
            assertThat(second.fate()).isEqualTo(Fate.CLOSED);
        }
    }

    @Test
    void clientWithAnAuthenticatorSendsItsUploadAgain() throws Exception {
        Authenticator credentials = new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication("user", "secret".toCharArray());
            }
        };
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.CACHED_POOL)) {
            server.context("/", exchange -> {
                        exchange.getRequestBody().readAllBytes();
                        exchange.sendResponseHeaders(200, -1);
                    })
                    .setAuthenticator(AUTHENTICATOR);
            server.start();
            URI uri = URI.create(
                    "http://127.0.0.1:" + server.server().getAddress().getPort() + "/");

            for (int i = 0; i < 10; i++) {
                HttpClient client =
                        HttpClient.newBuilder().authenticator(credentials).build();
                HttpRequest upload = HttpRequest.newBuilder(uri)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[300_000]))
                        .build();

                assertThat(client.send(upload, HttpResponse.BodyHandlers.discarding())
                                .statusCode())
                        .isEqualTo(200);
            }
        }
    }

    private static void assertIsLast(RawClient client, int length, Object why) throws IOException {
        client.sendAsFarAsPossible(
                "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length));

        Response answer = client.readResponse();

        assertThat(answer.complete()).isTrue();
        assertThat(answer.values("Connection")).as(why + " with " + length).containsExactly("close");
        assertThat(client.fate()).isEqualTo(Fate.CLOSED);
    }
}
