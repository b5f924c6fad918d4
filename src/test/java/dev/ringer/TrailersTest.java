package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.testkit.Field;
import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Tests the trailers of requests and responses through the API, over every transport. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class TrailersTest {
    private static final String CHUNKED = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

    /** What each handler found, or its failure. */
    private final BlockingQueue<Object> notes = new LinkedBlockingQueue<>();

    private interface Play {
        void on(TestServer server) throws Exception;
    }

    /** Plays against a server with this handler, over the transport of the test. */
    private void everywhere(Mode mode, HttpHandler handler, Play play) throws Exception {
        over(List.of(Transport.current()), mode, handler, play);
    }

    private void over(List<Transport> transports, Mode mode, HttpHandler handler, Play play) throws Exception {
        for (Transport transport : transports) {
            try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())
                    .handle("/", exchange -> {
                        try (exchange) {
                            handler.handle(exchange);
                        } catch (Throwable failure) {
                            notes.add(failure);
                            throw failure;
                        }
                    })
                    .start()) {
                play.on(server);
            }
        }
    }

    private Object note() throws InterruptedException {
        return notes.poll(10, TimeUnit.SECONDS);
    }

    private static void stream(HttpExchange exchange, String body) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(body.getBytes());
    }

    // ---- trailers of requests

    @InModes
    void ofARequestAreThereOnceItsBodyWasRead(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    notes.add(Trailers.request(exchange));
                    exchange.getRequestBody().readAllBytes();
                    notes.add(Trailers.request(exchange));
                    notes.add(exchange.getAttribute("dev.ringer.requestTrailers"));
                    exchange.sendResponseHeaders(204, -1);
                    notes.add(Trailers.request(exchange));
                    notes.add(exchange.getRequestHeaders().containsKey("X-Sum"));
                },
                server -> {
                    RawClient client = server.connect()
                            .send(CHUNKED + "4\r\nbody\r\n0\r\nX-Sum: 12\r\nETag: a\r\nx-sum:  34 \r\n\r\n");

                    assertThat(client.readResponse().status()).isEqualTo(204);
                    Headers sent = RingerHeaders.of("X-Sum", "12", "X-Sum", "34", "ETag", "a");
                    assertThat(note()).isEqualTo(new Headers());
                    assertThat(note()).isEqualTo(sent);
                    assertThat(note()).isEqualTo(sent);
                    assertThat(note()).isEqualTo(sent);
                    assertThat(note()).isEqualTo(false);
                    assertThat(client.send(CHUNKED + "0\r\n\r\n").readResponse().status())
                            .isEqualTo(204);
                    for (int i = 0; i < 4; i++) {
                        assertThat(note()).isEqualTo(new Headers());
                    }
                    assertThat(note()).isEqualTo(false);
                });
    }

    @InModes
    void ofARequestComeInPieces(Mode mode) throws Exception {
        String section = "X-Sum: 12\r\n" + "X-Long: " + "y".repeat(5000) + "\r\nLast:\r\n\r\n";
        over(
                Transport.HTTP1,
                mode,
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    notes.add(Trailers.request(exchange));
                    exchange.sendResponseHeaders(204, -1);
                },
                server -> {
                    Headers sent = RingerHeaders.of("X-Sum", "12", "X-Long", "y".repeat(5000), "Last", "");
                    for (int step : new int[] {1, 700, section.length()}) {
                        RawClient client = server.connect().send(CHUNKED + "0\r\n");
                        for (int at = 0; at < section.length(); at += step) {
                            client.send(section.substring(at, Math.min(section.length(), at + step)));
                        }

                        assertThat(client.readResponse().status()).isEqualTo(204);
                        assertThat(note()).isEqualTo(sent);
                    }
                });
    }

    @InModes
    void ofARequestAreUnmodifiable(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    Headers trailers = Trailers.request(exchange);
                    assertThatThrownBy(() -> trailers.add("a", "b")).isInstanceOf(UnsupportedOperationException.class);
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> exchange.setAttribute(Trailers.REQUEST_ATTRIBUTE, new Headers()));
                    exchange.sendResponseHeaders(204, -1);
                },
                server -> {
                    RawClient client = server.connect().send(CHUNKED + "0\r\nX-Sum: 1\r\n\r\n");

                    assertThat(client.readResponse().status()).isEqualTo(204);
                });
    }

    @InModes
    void behindALengthThatWasDeclaredAreAwaited(Mode mode) throws Exception {
        over(
                List.of(Transport.H2C, Transport.H2),
                mode,
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    notes.add(Trailers.request(exchange));
                    exchange.sendResponseHeaders(204, -1);
                },
                server -> {
                    try (Http2Client client = Http2Client.open(server)) {
                        client.head(1, "POST", "/", "content-length", "4").data(1, "body");
                        client.whole(1, Http2Client.block("x-sum", "12"));

                        assertThat(client.answer(1).status()).isEqualTo(204);
                        assertThat(note()).isEqualTo(RingerHeaders.of("X-Sum", "12"));
                    }
                });
    }

    // ---- trailers of responses

    @InModes
    void ofAResponseFollowItsBody(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    stream(exchange, "body");
                    Trailers.response(exchange, RingerHeaders.of("X-Sum", "no"));
                    Trailers.response(exchange, RingerHeaders.of("X-Sum", "1", "Server-Timing", "a", "X-Sum", "2"));
                },
                server -> {
                    RawClient client = server.connect();
                    for (int i = 0; i < 3; i++) { // the connection stays usable
                        Response response = client.send(GET).readResponse();

                        assertThat(response.text()).isEqualTo("body");
                        assertThat(response.complete()).isTrue();
                        assertThat(response.trailers())
                                .containsExactlyInAnyOrder(
                                        new Field("X-sum", "1"),
                                        new Field("X-sum", "2"),
                                        new Field("Server-timing", "a"));
                        assertThat(response.has("Trailer")).isFalse();
                    }
                });
    }

    @InModes
    void ofAResponseAreAnnouncedIfTheyAreKnownBefore(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    Headers trailers = new Headers();
                    trailers.put("X-Sum", List.of());
                    trailers.set("X-Of", "all");
                    Trailers.response(exchange, trailers);
                    trailers.clear();
                    stream(exchange, "");
                    notes.add(exchange.getAttribute("dev.ringer.responseTrailers"));
                    notes.add(exchange.getResponseHeaders().getFirst("Trailer"));
                },
                server -> {
                    Response response = server.connect().send(GET).readResponse();

                    assertThat(response.value("Trailer").orElseThrow().split(", "))
                            .containsExactlyInAnyOrder("X-sum", "X-of");
                    assertThat(response.trailers()).containsExactly(new Field("X-of", "all"));
                    assertThat(note()).isEqualTo(Map.of("X-sum", List.of(), "X-of", List.of("all")));
                    assertThat(note()).isEqualTo(response.value("Trailer").orElseThrow());
                });
    }

    @InModes
    void ofAResponseAreLeftToTheApplicationToAnnounce(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    exchange.getResponseHeaders().set("Trailer", "X-Other");
                    exchange.setAttribute("dev.ringer.responseTrailers", RingerHeaders.of("X-Sum", "1"));
                    stream(exchange, "body");
                },
                server -> {
                    Response response = server.connect().send(GET).readResponse();

                    assertThat(response.values("Trailer")).containsExactly("X-Other");
                    assertThat(response.trailers()).containsExactly(new Field("X-sum", "1"));
                });
    }

    @InModes
    void ofAResponseCanBeTakenBack(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    Trailers.response(exchange, RingerHeaders.of("X-Sum", "1"));
                    Trailers.response(exchange, null);
                    stream(exchange, "body");
                    notes.add(exchange.getAttribute("dev.ringer.responseTrailers") == null);
                },
                server -> {
                    Response response = server.connect().send(GET).readResponse();

                    assertThat(response.has("Trailer")).isFalse();
                    assertThat(response.trailers()).isEmpty();
                    assertThat(note()).isEqualTo(true);
                });
    }

    @InModes
    void ofAResponseMayBeLarge(Mode mode) throws Exception {
        String large = "y".repeat(9_000);
        everywhere(
                mode,
                exchange -> {
                    stream(exchange, "x".repeat(20_000));
                    Trailers.response(
                            exchange, RingerHeaders.of("A", large, "B", large, "C", large, "D", large, "E", large));
                },
                server -> {
                    Response response = server.connect().send(GET).readResponse();

                    assertThat(response.body()).hasSize(20_000);
                    assertThat(response.trailers())
                            .hasSize(5)
                            .allMatch(field -> field.value().equals(large));
                });
    }

    @InModes
    void haveNoPlaceBehindALengthOnHttp1(Mode mode) throws Exception {
        over(
                Transport.HTTP1,
                mode,
                exchange -> {
                    Trailers.response(exchange, RingerHeaders.of("X-Sum", "1"));
                    exchange.sendResponseHeaders(200, 4);
                    exchange.getResponseBody().write("body".getBytes());
                },
                server -> {
                    RawClient client = server.connect();
                    Response response = client.send(GET).readResponse();

                    assertThat(response.text()).isEqualTo("body");
                    assertThat(response.has("Trailer")).isFalse();
                    assertThat(client.send(GET).readResponse().text()).isEqualTo("body");
                });
    }

    @InModes
    void followALengthOnHttp2(Mode mode) throws Exception {
        over(
                List.of(Transport.H2C, Transport.H2),
                mode,
                exchange -> {
                    Trailers.response(exchange, RingerHeaders.of("X-Sum", "1"));
                    boolean empty = exchange.getRequestURI().getPath().equals("/empty");
                    exchange.sendResponseHeaders(200, empty ? -1 : 4);
                    if (!empty) {
                        exchange.getResponseBody().write("body".getBytes());
                    }
                },
                server -> {
                    try (Http2Client client =
                            Http2Client.open(server).get(1, "/").get(3, "/empty")) {
                        for (int stream = 1; stream <= 3; stream += 2) {
                            Http2Answer answer = client.answer(stream);

                            assertThat(answer.text()).isEqualTo(stream == 1 ? "body" : "");
                            assertThat(answer.value("content-length")).hasValue(stream == 1 ? "4" : "0");
                            assertThat(answer.value("trailer")).hasValue("X-sum");
                            assertThat(answer.heads()).hasSize(2);
                            assertThat(answer.heads().get(1)).containsExactly(new Field("x-sum", "1"));
                            assertThat(answer.complete()).isTrue();
                        }
                    }
                });
    }

    @InModes
    void haveNoPlaceBehindHeads(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    Trailers.response(exchange, RingerHeaders.of("X-Sum", "1"));
                    exchange.sendResponseHeaders(
                            Integer.parseInt(exchange.getRequestURI().getQuery()), 0);
                },
                server -> {
                    RawClient client = server.connect();
                    for (String request : List.of("HEAD /?200", "GET /?204", "GET /?304", "GET /?200")) {
                        client.send(request + " HTTP/1.1\r\nHost: test\r\n\r\n");
                        boolean bodiless = !request.equals("GET /?200");

                        Response response = client.readResponse(request.split(" ")[0]);

                        assertThat(response.has("Trailer")).isEqualTo(!bodiless);
                        assertThat(response.trailers()).hasSize(bodiless ? 0 : 1);
                    }
                });
    }

    @InModes
    void haveNoPlaceOnHttp10(Mode mode) throws Exception {
        over(
                Transport.HTTP1,
                mode,
                exchange -> {
                    Trailers.response(exchange, RingerHeaders.of("X-Sum", "1"));
                    stream(exchange, "body");
                },
                server -> {
                    Response response =
                            server.connect().send("GET / HTTP/1.0\r\n\r\n").readResponse();

                    assertThat(response.text()).isEqualTo("body");
                    assertThat(response.has("Trailer")).isFalse();
                });
    }

    @InModes
    void areRefusedIfTheyBelongIntoTheHead(Mode mode) throws Exception {
        List<String> names = List.of(
                "Content-Length",
                "Transfer-Encoding",
                "Host",
                "Authorization",
                "Set-Cookie",
                "Content-Type",
                "content-foo",
                "Trailer",
                "TE",
                "Connection",
                "If-Match",
                "Cache-Control",
                "a b",
                "",
                "a:");
        everywhere(
                mode,
                exchange -> {
                    for (String name : names) {
                        Headers trailers = new Headers();
                        trailers.set(name, "1");
                        assertThatIllegalArgumentException()
                                .as(name)
                                .isThrownBy(() -> Trailers.response(exchange, trailers));
                    }
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> Trailers.response(exchange, RingerHeaders.of("X", "a\r\n b")))
                            .withMessage("Value of the trailer X contains an illegal character at index 1");
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> exchange.setAttribute(Trailers.RESPONSE_ATTRIBUTE, "X: 1"));
                    Trailers.response(exchange, RingerHeaders.of("Content-Digest", "1"));
                    stream(exchange, "body");
                },
                server -> assertThat(server.connect().send(GET).readResponse().trailers())
                        .containsExactly(new Field("Content-digest", "1")));
    }

    @InModes
    void comeTooLateBehindTheEnd(Mode mode) throws Exception {
        everywhere(
                mode,
                exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    try {
                        assertThatIllegalStateException()
                                .isThrownBy(() -> Trailers.response(exchange, RingerHeaders.of("X", "1")));
                        notes.add("refused");
                    } catch (AssertionError failure) {
                        notes.add(failure);
                    }
                },
                server -> {
                    assertThat(server.connect().send(GET).readResponse().status())
                            .isEqualTo(200);
                    assertThat(note()).isEqualTo("refused");
                });
    }

    // ---- filters and shared attributes

    @InModes
    void passThroughFilters(Mode mode, Transport transport) throws Exception {
        try (TestServer server =
                TestServer.create(Provider.RINGER, transport, mode, Map.of("ringer.compression", "gzip"))) {
            var context = server.context("/", exchange -> {
                exchange.getRequestBody().readAllBytes();
                Headers trailers = new Headers();
                trailers.putAll(Trailers.request(exchange));
                exchange.getResponseHeaders().set("Content-Type", "text/plain");
                exchange.sendResponseHeaders(200, 0);
                try (OutputStream body = exchange.getResponseBody()) {
                    body.write("body".repeat(1000).getBytes());
                    Trailers.response(exchange, trailers);
                }
            });
            context.getFilters().add(Filter.beforeHandler("notes", exchange -> notes.add("filtered")));
            server.start();

            Response response = server.connect()
                    .send(CHUNKED.replace("Host:", "Accept-Encoding: gzip\r\nHost:") + "0\r\nX-Sum: 1\r\n\r\n")
                    .readResponse();

            assertThat(response.value("Content-Encoding")).hasValue("gzip");
            assertThat(response.trailers()).containsExactly(new Field("X-sum", "1"));
            assertThat(note()).isEqualTo("filtered");
        }
    }

    @InModes
    void belongToOneExchangeEvenIfAttributesAreShared(Mode mode, Transport transport) throws Exception {
        try (TestServer server = TestServer.create(
                        Provider.RINGER, transport, mode, Map.of("jdk.httpserver.attributes", "context"))
                .handle("/", exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    if (exchange.getRequestMethod().equals("POST")) {
                        Trailers.response(exchange, Trailers.request(exchange));
                    }
                    notes.add(exchange.getHttpContext().getAttributes());
                    stream(exchange, "body");
                    exchange.close();
                })
                .start()) {
            RawClient client = server.connect();

            Response first = client.send(CHUNKED + "0\r\nX-Sum: 1\r\n\r\n").readResponse();
            Response second = client.send(GET).readResponse();

            assertThat(first.trailers()).containsExactly(new Field("X-sum", "1"));
            assertThat(second.trailers()).isEmpty();
            assertThat(note()).isEqualTo(Map.of());
            assertThat(note()).isEqualTo(Map.of());
        }
    }
}
