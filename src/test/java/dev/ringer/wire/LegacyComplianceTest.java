package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Tests {@code ringer.compliance=legacy}: which violations it tolerates and lists, and which it still refuses. */
class LegacyComplianceTest {
    private static final Map<String, String> LEGACY = Map.of("ringer.compliance", "legacy");

    @InModes
    void listsWhatItLetsPass(Mode mode) throws IOException {
        Map<String, String> tolerated = Map.of(
                "GET / HTTP/1.1\r\n\r\n", "HOST_MISSING",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "HOST_REPEATED",
                "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "BAD_HOST",
                "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", "FOLDED_LINE",
                "GET / HTTP/1.1\r\nHost: a\r\nX: b\u0001c\r\n\r\n", "BAD_FIELD_VALUE",
                "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", "BAD_METHOD",
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "none");
        try (TestServer server = serve(mode)) {
            for (Map.Entry<String, String> request : tolerated.entrySet()) {
                Response response = server.connect().send(request.getKey()).readResponse();

                assertThat(response.status()).as(Victim.show(request.getKey())).isEqualTo(200);
                assertThat(response.value("X-Violations").orElse("")).startsWith(request.getValue());
            }
        }
    }

    @InModes
    void listsNothingOfTheRequestBefore(Mode mode) throws IOException {
        try (TestServer server = serve(mode)) {
            RawClient client = server.connect();
            client.send("GET / HTTP/1.1\r\n\r\n").readResponse();

            Response second = client.get("/").readResponse();

            assertThat(second.value("X-Violations")).contains("none");
        }
    }

    @InModes
    void refusesWhatCouldDesynchronise(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, LEGACY)) {
            for (String fields : List.of(
                    "Content-Length: 5\r\nTransfer-Encoding: chunked",
                    "Content-Length: 5\r\nContent-Length: 5",
                    "Content-Length: +5",
                    "Transfer-Encoding: chunked, chunked",
                    "X: a\rb",
                    "Content-Length : 5")) {
                victim.refuses("POST / HTTP/1.1\r\nHost: test\r\n" + fields + "\r\n\r\n", 400, 501);
            }
            victim.breaksOff(Victim.CHUNKED + "+5\r\nhello\r\n0\r\n\r\n");
        }
    }

    @InModes
    void refusesToFoldWhatFrames(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, LEGACY)) {
            for (String fields : List.of(
                    "Content-Length:\r\n 5",
                    "Content-Length: 1\r\n 5",
                    "Transfer-Encoding:\r\n chunked",
                    "Transfer-Encoding: chunked\r\n x",
                    " X: y")) {
                victim.neverServesMoreThanOne("POST / HTTP/1.1\r\nHost: test\r\n" + fields + "\r\n\r\nhello");
            }
        }
    }

    private static TestServer serve(Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, mode, LEGACY)
                .handle("/", exchange -> {
                    List<?> violations = (List<?>) exchange.getAttribute("dev.ringer.violations");
                    String first =
                            violations.isEmpty() ? "none" : violations.get(0).toString();
                    exchange.getResponseHeaders().set("X-Violations", first);
                    exchange.sendResponseHeaders(200, -1);
                })
                .start();
    }
}
