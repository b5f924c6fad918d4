package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.CONTINUE_WAITS_FOR_THE_READER;
import static dev.ringer.contract.IntendedDifference.NO_CONTINUE_FOR_HTTP_1_0;
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
import dev.ringer.testkit.TestServer;
import java.io.IOException;

/** Tests {@code Expect: 100-continue}. */
class ExpectTest {
    private static final HttpHandler ECHO = exchange -> {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    };

    @InModes
    void asksForTheBody(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(ECHO);
            for (String expectation : new String[] {"100-continue", "100-Continue"}) {
                RawClient client = stage.connect().request("POST", "/", "Expect: " + expectation, "Content-Length: 5");

                stage.note(client.readResponse().status());
                client.send("hello");
                stage.noteResponse(client);
                stage.note(client.fate());
            }
        });

        outcome.agrees("100", "body: hello", "connection usable");
    }

    @InModes
    void asksWithoutALength(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(ECHO);
            RawClient client = stage.connect().request("POST", "/", "Expect: 100-continue", "Content-Length: 5");

            stage.noteResponse(client);
            client.send("hello");
        });

        outcome.differsBy(CONTINUE_WAITS_FOR_THE_READER)
                .jdk("HTTP/1.1 100 Continue", "Content-Length: 0")
                .ringer("HTTP/1.1 100 Continue")
                .ringerNever("Content-Length: 0", "Content-length: 0", "Date: now");
    }

    @InModes
    void asksNothingWhenItRefuses(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(413, -1));
            RawClient client = stage.connect().request("POST", "/", "Expect: 100-continue", "Content-Length: 5");

            stage.noteResponse(client);
            stage.note("asked: " + client.hasByteWithin(stage.patienceForJdk(CONTINUE_WAITS_FOR_THE_READER)));
            client.close();
        });

        outcome.differsBy(CONTINUE_WAITS_FOR_THE_READER)
                .jdk("HTTP/1.1 100 Continue")
                .ringer("HTTP/1.1 413 Request Entity Too Large", "asked: false")
                .ringerNever("HTTP/1.1 100 Continue");
    }

    @Http1Only(NotInHttp2.CLOSE_AFTER_REFUSAL)
    @InModes
    void closesTheConnectionWhenItRefuses(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> exchange.sendResponseHeaders(413, -1))
                .start()) {
            RawClient client = server.connect().request("POST", "/", "Expect: 100-continue", "Content-Length: 5");

            assertThat(client.readResponse().status()).isEqualTo(413);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void asksBeforeAnAnswerThatWantsTheBody(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(exchange.getRequestBody().readAllBytes());
                exchange.close();
            });
            RawClient client = stage.connect().request("POST", "/", "Expect: 100-continue", "Content-Length: 5");

            stage.note(client.readResponse().status());
            client.send("hello");
            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("100", "body: hello", "connection usable");
    }

    @InModes
    void neverAsksForWhatItRejectsItself(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.server().createContext("/no-handler");
            for (String path : new String[] {"/unknown", "/no-handler"}) {
                RawClient client = stage.connect().request("POST", path, "Expect: 100-continue", "Content-Length: 5");
                stage.noteStatus(client);
            }
        });

        outcome.agrees("HTTP/1.1 404 Not Found", "HTTP/1.1 500 Internal Server Error");
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void neverAsksHttp10(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(ECHO);
            RawClient client = stage.connect()
                    .sendHead("POST / HTTP/1.0", "Expect: 100-continue", "Content-Length: 5")
                    .send("hello");

            stage.note(client.readResponse().status());
        });

        outcome.differsBy(NO_CONTINUE_FOR_HTTP_1_0).jdk("100").ringer("200");
    }

    @InModes
    void ignoresOtherExpectations(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(ECHO);
            RawClient client = stage.connect().post("/", "hello", "Expect: a-miracle");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("body: hello", "connection usable");
    }
}
