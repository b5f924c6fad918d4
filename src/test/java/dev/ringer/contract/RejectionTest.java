package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.HEAD_REJECTION_HAS_NO_CONTENT;
import static dev.ringer.contract.IntendedDifference.REJECTIONS_HAVE_A_DATE;

import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.RawClient;
import java.time.Duration;

/** Tests the form of the responses that the server generates itself. */
class RejectionTest {
    @InModes
    void isAPage(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(
                mode, stage -> stage.noteResponse(stage.connect().get("/unknown")));

        outcome.differsBy(REJECTIONS_HAVE_A_DATE)
                .jdk("HTTP/1.1 404 Not Found", "body: <h1>404 Not Found</h1>No context found for request")
                .ringer(
                        "HTTP/1.1 404 Not Found",
                        "Connection: close",
                        "Content-type: text/html",
                        "Date: now",
                        "body: <h1>404 Not Found</h1>No context found for request");
    }

    @Http1Only(NotInHttp2.CLOSE_AFTER_REFUSAL)
    @InModes
    void isFollowedByAClose(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            RawClient client = stage.connect().get("/unknown");

            stage.noteStatus(client);
            stage.noteEnd(client);
        });

        outcome.agrees("HTTP/1.1 404 Not Found", "connection closed");
    }

    @InModes
    void hasNoContentForHead(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            RawClient client = stage.connect().request("HEAD", "/unknown");
            client.readUntil("\r\n\r\n");

            Duration patience = stage.patienceForJdk(HEAD_REJECTION_HAS_NO_CONTENT);
            stage.note(client.hasByteWithin(patience) ? "content" : "no content");
        });

        outcome.differsBy(HEAD_REJECTION_HAS_NO_CONTENT).jdk("content").ringer("no content");
    }

    @InModes
    void namesWhatIsMissing(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.server().createContext("/no-handler");

            stage.note(stage.connect().get("/unknown").readResponse().text());
            stage.note(stage.connect().get("/no-handler").readResponse().text());
        });

        outcome.agrees(
                "<h1>404 Not Found</h1>No context found for request",
                "<h1>500 Internal Server Error</h1>No handler for context");
    }
}
