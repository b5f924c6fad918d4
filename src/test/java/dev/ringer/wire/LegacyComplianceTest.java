package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnRinger;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** {@code ringer.compliance=legacy}: what it lets pass, what it shows of it, and what it never lets pass. */
class LegacyComplianceTest {
    private static final String END = "\r\n\r\n";

    @OnRinger(Mode.NO_EXECUTOR)
    void listsEachToleratedViolation(Mode mode) throws IOException {
        assertThat(violations(mode, "GET / HTTP/1.1" + END)).isEqualTo("[HOST_MISSING: " + rfc(9112, "3.2") + "]");
        assertThat(violations(mode, "GET / HTTP/1.1\r\nHost: a\r\nHost: b" + END))
                .isEqualTo("[HOST_REPEATED: " + rfc(9112, "3.2") + "]");
        assertThat(violations(mode, "GET / HTTP/1.1\r\nHost: a,b" + END))
                .isEqualTo("[BAD_HOST: " + rfc(9112, "3.2") + "]");
        assertThat(violations(mode, "G@T / HTTP/1.1\r\nHost: a" + END))
                .isEqualTo("[BAD_METHOD: " + rfc(9110, "9.1") + "]");
        assertThat(violations(mode, "GET //host/x HTTP/1.1\r\nHost: a" + END))
                .isEqualTo("[BAD_TARGET: " + rfc(9112, "3.2") + "]");
        assertThat(violations(mode, "GET / HTTP/1.1\r\nHost: a\r\nX: a\u0001b" + END))
                .isEqualTo("[BAD_FIELD_VALUE: " + rfc(9110, "5.5") + "]");
        assertThat(violations(mode, "GET / HTTP/1.1\r\nX: a\r\n b" + END))
                .isEqualTo("[FOLDED_LINE: " + rfc(9112, "5.2") + ", HOST_MISSING: " + rfc(9112, "3.2") + "]");
    }

    @OnRinger(Mode.NO_EXECUTOR)
    void joinsFoldedLines(Mode mode) throws IOException {
        try (TestServer server = legacy(mode)) {
            Response response = server.connect()
                    .send("GET / HTTP/1.1\r\nHost: a\r\nX-Folded: one\r\n  two\r\n\tthree\r\nX-Next: 4" + END)
                    .readResponse();

            assertThat(response.value("X-seen")).contains("one   two \tthree");
        }
    }

    @OnRinger(Mode.NO_EXECUTOR)
    void listsNothingForASoundRequest(Mode mode) throws IOException {
        assertThat(violations(mode, "GET / HTTP/1.1\r\nHost: a" + END)).isEqualTo("[]");
    }

    @OnRinger(Mode.NO_EXECUTOR)
    void neverToleratesWhatCouldDesynchronise(Mode mode) throws IOException {
        List<String> hostile = List.of(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked" + END,
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1" + END,
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked" + END,
                "POST / HTTP/1.0\r\nTransfer-Encoding: chunked" + END,
                "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb" + END,
                "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b" + END,
                "GET / HTTP/1.1\r\nHost : a" + END);
        try (TestServer server = legacy(mode)) {
            for (String request : hostile) {
                RawClient client = server.connect().send(request);
                assertThat(client.readResponse().status()).as(request).isEqualTo(400);
            }
        }
    }

    private static String violations(Mode mode, String request) throws IOException {
        try (TestServer server = legacy(mode)) {
            return server.connect().send(request).readResponse().text();
        }
    }

    private static TestServer legacy(Mode mode) throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, mode, Map.of("ringer.compliance", "legacy"));
        server.handle("/", exchange -> {
            byte[] text =
                    exchange.getAttribute("dev.ringer.violations").toString().getBytes(StandardCharsets.US_ASCII);
            String folded = exchange.getRequestHeaders().getFirst("X-Folded");
            if (folded != null) {
                exchange.getResponseHeaders().set("X-Seen", folded);
            }
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        return server.start();
    }

    private static String rfc(int number, String section) {
        return "https://www.rfc-editor.org/rfc/rfc" + number + "#section-" + section;
    }
}
