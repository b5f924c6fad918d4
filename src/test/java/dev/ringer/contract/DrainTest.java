package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.CLOSE_IS_ANNOUNCED;
import static dev.ringer.contract.IntendedDifference.UNREAD_BODY_HOLDS_NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Tests request bodies that the handler does not read. */
class DrainTest {
    @InModes
    void keepsTheConnectionBelow64Kib(Mode mode) throws Exception {
        for (int length : new int[] {1, 60_000}) {
            // over TLS the JDK's server loses the connection at times
            Outcome outcome = Comparison.playWithoutJdkOverTls(mode, stage -> noteUnread(stage, length));

            outcome.agrees("HTTP/1.1 200 OK", "connection usable");
        }
    }

    @Http1Only(NotInHttp2.CLOSE_AFTER_REFUSAL)
    @InModes
    void closesTheConnectionBeyond64Kib(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteUnread(stage, 70_000));

        outcome.differsBy(CLOSE_IS_ANNOUNCED).jdk("connection closed").ringer("Connection: close", "connection closed");
    }

    @InModes
    void drainsWhatIsLeftOfABodyReadInPart(Mode mode) throws Exception {
        // over TLS the JDK's server loses the connection at times
        Outcome outcome = Comparison.playWithoutJdkOverTls(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getRequestBody().readNBytes(100_000);
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().post("/", "x".repeat(150_000));

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("HTTP/1.1 200 OK", "connection usable");
    }

    /** A server may read ahead in the body, but must not consume bytes of the next request. */
    @InModes
    void findsTheRequestBehindABodyReadInPieces(Mode mode) throws Exception {
        for (int read : new int[] {90_000, 140_000, 150_000}) {
            String body = "x".repeat(150_000);
            String fixed = "Content-Length: 150000\r\n\r\n" + body;
            String chunked = "Transfer-Encoding: chunked\r\n\r\n249F0\r\n" + body + "\r\n0\r\n\r\n";
            for (String framed : List.of(fixed, chunked)) {
                // over TLS the JDK's server loses the connection at times
                Outcome outcome = Comparison.playWithoutJdkOverTls(mode, stage -> {
                    stage.serve(exchange -> {
                        byte[] piece = new byte[3000];
                        for (int left = read; left > 0; left -= piece.length) {
                            exchange.getRequestBody().readNBytes(piece, 0, Math.min(left, piece.length));
                        }
                        exchange.sendResponseHeaders(200, -1);
                    });
                    RawClient client = stage.connect().send(("POST / HTTP/1.1\r\nHost: test\r\n" + framed).repeat(2));

                    stage.noteResponse(client);
                    stage.noteResponse(client);
                    stage.note(client.fate());
                });

                outcome.agrees("HTTP/1.1 200 OK", "connection usable");
            }
        }
    }

    @InModes
    void drainsChunks(Mode mode) throws Exception {
        // over TLS the JDK's server loses the connection at times
        Outcome outcome = Comparison.playWithoutJdkOverTls(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            RawClient client = stage.connect()
                    .request("POST", "/", "Transfer-Encoding: chunked")
                    .send("5\r\nhello\r\n1000\r\n" + "x".repeat(0x1000) + "\r\n0\r\n\r\n");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("HTTP/1.1 200 OK", "connection usable");
    }

    @InModes
    void closingTheRequestStreamDrainsToo(Mode mode) throws Exception {
        for (int length : new int[] {60_000, 70_000}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    stage.attempt("close", () -> exchange.getRequestBody().close());
                    exchange.sendResponseHeaders(200, -1);
                });
                RawClient client = stage.connect().post("/", "x".repeat(length));

                stage.note(client.readResponse().statusLine());
                Fate fate = client.fate();
                stage.note(length < 65_536 ? fate : fate == stage.afterRefusal());
            });

            outcome.agrees("server: close: ok", "HTTP/1.1 200 OK");
        }
    }

    @InModes
    void nobodyWaitsForABodyThatDoesNotCome(Mode mode) throws Exception {
        // over TLS the JDK's server loses the connection at times
        Outcome outcome = Comparison.playWithoutJdkOverTls(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, -1);
                stage.note("handler went on");
            });
            RawClient client = stage.connect().request("POST", "/", "Transfer-Encoding: chunked");

            stage.noteResponse(client);
            Duration patience = mode.concurrent() ? Deadlines.PATIENCE : stage.patience(UNREAD_BODY_HOLDS_NOBODY);
            stage.note("second connection: " + stage.connect().post("/", "").hasByteWithin(patience));
            client.close();
        });

        if (mode.concurrent()) {
            outcome.agrees("HTTP/1.1 200 OK");
        } else {
            outcome.differsBy(UNREAD_BODY_HOLDS_NOBODY)
                    .jdk("second connection: false")
                    .ringer("HTTP/1.1 200 OK", "second connection: true");
        }
    }

    @InModes
    void drainsAsMuchAsIsAllowed(Mode mode) throws IOException {
        Map<String, String> property = Map.of("sun.net.httpserver.drainAmount", "1000");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {

            assertThat(fateAfterUnread(server, 900)).isEqualTo(Fate.USABLE);
            assertThat(fateAfterUnread(server, 1100))
                    .isEqualTo(Transport.current().afterRefusal());
        }
    }

    @InModes
    void keepsConnectionsWithoutBodyWhenNothingIsDrained(Mode mode) throws IOException {
        Map<String, String> property = Map.of("sun.net.httpserver.drainAmount", "0");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {

            assertThat(fateAfterUnread(server, 0)).isEqualTo(Fate.USABLE);
            assertThat(fateAfterUnread(server, 10))
                    .isEqualTo(Transport.current().afterRefusal());
        }
    }

    @Http1Only(NotInHttp2.CLOSE_AFTER_REFUSAL)
    @InModes
    void drainsOnlyForAWhile(Mode mode) throws IOException {
        Map<String, String> property = Map.of("ringer.drainTimeout", "200");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {
            RawClient client = server.connect().request("POST", "/", "Transfer-Encoding: chunked");

            int status = client.readResponse().status();

            assertThat(status).isEqualTo(200);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    private static Fate fateAfterUnread(TestServer server, int length) throws IOException {
        RawClient client = server.connect().post("/", "x".repeat(length));
        client.readResponse();
        return client.fate();
    }

    private static void noteUnread(Stage stage, int length) throws IOException {
        stage.serve(exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes());
            exchange.close();
        });
        RawClient client = stage.connect().post("/", "x".repeat(length));
        stage.noteResponse(client);
        stage.note(client.fate());
    }
}
