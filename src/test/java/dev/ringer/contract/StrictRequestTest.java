package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.CONNECT_IS_REFUSED;
import static dev.ringer.contract.IntendedDifference.HOST_IS_REQUIRED;
import static dev.ringer.contract.IntendedDifference.TARGET_REPLACES_HOST;
import static dev.ringer.contract.IntendedDifference.TARGET_WITH_A_SCHEME_HAS_A_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Tests requests that the JDK's server accepts. {@code dev.ringer.wire} tests what is correct on the wire. */
class StrictRequestTest {
    private static final List<String> ODD_HOSTS = List.of("X-None: x", "Host: a\r\nHost: a", "Host: a,b");

    @InModes
    void wantsAHost(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteStatusWith(stage, "X-None: x"));

        outcome.differsBy(HOST_IS_REQUIRED).jdk("HTTP/1.1 200 OK").ringer("HTTP/1.1 400 Bad Request");
    }

    @Http1Only(NotInHttp2.TEXT)
    @InModes
    void wantsOneHost(Mode mode) throws Exception {
        for (String lines : List.of("Host: a\r\nHost: a", "Host: a,b")) {
            Outcome outcome = Comparison.play(mode, stage -> noteStatusWith(stage, lines));

            outcome.differsBy(HOST_IS_REQUIRED).jdk("HTTP/1.1 200 OK").ringer("HTTP/1.1 400 Bad Request");
        }
    }

    private static void noteStatusWith(Stage stage, String lines) throws IOException {
        stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
        stage.noteStatus(stage.connect().sendHead("GET / HTTP/1.1", lines));
    }

    @InModes
    void takesAnyHostWhenAskedTo(Mode mode) throws IOException {
        Map<String, String> property = Map.of("sun.net.httpserver.disableHostValidation", "true");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {
            for (String lines : ODD_HOSTS) {
                RawClient client = server.connect().sendHead("GET / HTTP/1.1", lines);

                assertThat(client.readResponse().status()).as(lines).isEqualTo(200);
                assertThat(client.fate()).isEqualTo(Fate.USABLE);
            }
        }
    }

    @InModes
    void servesNoTunnel(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            stage.noteStatus(stage.connect().sendHead("CONNECT /admin HTTP/1.1", "Host: a"));
        });

        outcome.differsBy(CONNECT_IS_REFUSED).jdk("HTTP/1.1 200 OK").ringer("HTTP/1.1 501 Not Implemented");
    }

    @Http1Only(NotInHttp2.TARGET_FORMS)
    @InModes
    void wantsAHostBehindAScheme(Mode mode) throws Exception {
        for (String target : List.of("x:/admin", "http:///admin")) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
                stage.noteStatus(stage.connect().sendHead("GET " + target + " HTTP/1.1", "Host: a"));
            });

            outcome.differsBy(TARGET_WITH_A_SCHEME_HAS_A_HOST)
                    .jdk("HTTP/1.1 200 OK")
                    .ringer("HTTP/1.1 400 Bad Request");
        }
    }

    @InModes
    void tellsTheHostOfTheTarget(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note("hosts: " + exchange.getRequestHeaders().get("Host"));
                exchange.sendResponseHeaders(200, -1);
            });
            stage.noteStatus(stage.connect().sendHead("GET http://a:99/ HTTP/1.1", "X: y", "Host: b"));
        });

        outcome.differsBy(TARGET_REPLACES_HOST).jdk("server: hosts: [b]").ringer("server: hosts: [a:99]");
    }

    @Http1Only(NotInHttp2.TEXT)
    @InModes
    void refusesAlike(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            for (String request : List.of(
                    "GET\r\nHost: a\r\n\r\n",
                    "GET /\r\nHost: a\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\n: empty\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775808\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
                    "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET /| HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
                    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET foo HTTP/1.1\r\nHost: a\r\n\r\n")) {
                RawClient client = stage.connect().send(request);
                stage.note(request.replace("\r\n", "|") + " -> "
                        + client.readResponse().status());
                stage.noteEnd(client);
            }
        });

        outcome.agrees("connection closed");
    }
}
