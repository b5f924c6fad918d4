package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.TRAILERS_ARE_READ;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.util.TreeSet;

/** Tests the trailer fields of a request. */
class TrailerTest {
    @InModes
    void areReadAndNoHeaders(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.attempt(
                        "read",
                        () -> stage.note(new String(exchange.getRequestBody().readAllBytes())));
                stage.note(new TreeSet<>(exchange.getRequestHeaders().keySet()));
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect()
                    .request("POST", "/", "Transfer-Encoding: chunked", "Trailer: X-Sum")
                    .send("5\r\nhello\r\n0\r\nX-Sum: 1\r\nContent-Length: 7\r\n\r\n");

            stage.noteResponse(client);
            stage.noteStatus(client.get("/"));
        });

        outcome.differsBy(TRAILERS_ARE_READ)
                .jdk("server: read: IOException")
                .ringer(
                        "server: hello",
                        "server: read: ok",
                        "server: [Host, Trailer, Transfer-encoding]",
                        "HTTP/1.1 200 OK")
                .ringerNever("HTTP/1.1 400 Bad Request");
    }
}
