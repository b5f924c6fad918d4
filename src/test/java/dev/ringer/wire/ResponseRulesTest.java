package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;

/** Tests what RFC 9110 and RFC 9112 require of responses: rows 29 to 33, 37 and 38 in {@code contract-coverage.md}. */
class ResponseRulesTest {
    private static final String IMF_FIXDATE =
            "(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} "
                    + "\\d\\d:\\d\\d:\\d\\d GMT";

    @InModes
    void row29LeavesTheAnswerReadableBeforeAClose(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            String refused = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: +200000\r\n\r\n";
            RawClient client = victim.connect().sendAsFarAsPossible(refused + "x".repeat(200_000));

            Response answer = client.readResponse();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.value("Connection")).contains("close");
            assertThat(answer.complete()).isTrue();
        }
    }

    @InModes
    void row30PutsADateOnEverything(Mode mode) throws IOException {
        try (TestServer server = serve(
                mode,
                exchange -> exchange.sendResponseHeaders(
                        Integer.parseInt(exchange.getRequestURI().getQuery()), -1))) {
            RawClient client = server.connect();
            for (int code : List.of(200, 204, 302, 304, 404, 500, 599, 700)) {
                assertOneDate(client.get("/?" + code).readResponse());
            }
            assertOneDate(server.connect().send("nonsense\r\n\r\n").readResponse());
            server.server().removeContext("/");
            assertOneDate(server.connect().get("/").readResponse());
        }
    }

    @InModes
    void row31And32PutNoFramingOn204AndInterim(Mode mode) throws IOException {
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Length", "5");
            exchange.getResponseHeaders().set("Transfer-Encoding", "chunked");
            exchange.sendResponseHeaders(103, 5);
            exchange.sendResponseHeaders(204, 5);
            exchange.close();
        };
        try (TestServer server = serve(mode, handler)) {
            RawClient client = server.connect().get("/");

            for (int code : List.of(103, 204)) {
                Response response = client.readResponse();
                assertThat(response.status()).isEqualTo(code);
                assertThat(response.has("Content-Length")).isFalse();
                assertThat(response.has("Transfer-Encoding")).isFalse();
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void row32SendsNoChunksToHttp10(Mode mode) throws IOException {
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Transfer-Encoding", "chunked");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("hello".getBytes());
            exchange.close();
        };
        try (TestServer server = serve(mode, handler)) {
            RawClient client = server.connect().sendHead("GET / HTTP/1.0", "Connection: keep-alive");

            String answer = client.readToEnd();

            assertThat(answer).doesNotContainIgnoringCase("transfer-encoding").endsWith("\r\n\r\nhello");
        }
    }

    /** The length would be that of the page's full response, which the server does not know (RFC 9110, 8.6). */
    @InModes
    void inventsNoLengthForA304ToHttp10(Mode mode) throws IOException {
        HttpHandler handler = exchange -> {
            exchange.sendResponseHeaders(304, -1);
            exchange.close();
        };
        try (TestServer server = serve(mode, handler)) {
            String answer = server.connect().sendHead("GET / HTTP/1.0").readToEnd();

            assertThat(answer).startsWith("HTTP/1.1 304").doesNotContainIgnoringCase("content-length");
        }
    }

    @InModes
    void row33SendsNoContentToHead(Mode mode) throws IOException {
        HttpHandler handler = exchange -> {
            exchange.sendResponseHeaders(200, 5);
            exchange.close();
        };
        try (TestServer server = serve(mode, handler)) {
            RawClient client = server.connect();
            Response answer = client.request("HEAD", "/").readResponse("HEAD");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);

            server.server().removeContext("/");
            String error = client.request("HEAD", "/").readToEnd();
            assertThat(error).startsWith("HTTP/1.1 404").endsWith("\r\n\r\n").containsOnlyOnce("\r\n\r\n");
        }
    }

    @InModes
    void row33SendsNoContentToAHeadThatIsRefused(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String before : List.of("", "\r\n", "\n\r\n")) {
                String refusal = victim.connect()
                        .send(before + "HEAD / HTTP/3.0\r\n\r\n")
                        .readToEnd();

                assertThat(refusal)
                        .startsWith("HTTP/1.1 505")
                        .endsWith("\r\n\r\n")
                        .containsOnlyOnce("\r\n\r\n");
            }
            Response toAnother =
                    victim.connect().send("HEADER / HTTP/3.0\r\n\r\n").readResponse();
            assertThat(toAnother.body()).isNotEmpty();
        }
    }

    @InModes
    void row38ShowsTruncation(Mode mode) throws IOException {
        HttpHandler handler = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("begun".getBytes());
            exchange.getResponseBody().flush();
            throw new IllegalStateException("on purpose");
        };
        try (TestServer server = serve(mode, handler)) {
            RawClient client = server.connect().get("/");

            Response answer = client.readResponse();

            assertThat(answer.complete()).isFalse();
            assertThat(answer.text()).isEqualTo("begun");
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    private static void assertOneDate(Response response) {
        assertThat(response.values("Date")).as(response.statusLine()).hasSize(1);
        assertThat(response.value("Date").orElseThrow()).matches(IMF_FIXDATE);
    }

    private static TestServer serve(Mode mode, HttpHandler handler) throws IOException {
        return TestServer.create(Provider.RINGER, mode).handle("/", handler).start();
    }
}
