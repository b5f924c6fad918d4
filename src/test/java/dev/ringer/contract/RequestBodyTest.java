package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.BODIES_COME_FIRST;
import static dev.ringer.contract.IntendedDifference.SKIPPED_BYTES_COUNT;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** Tests the request body's stream. */
class RequestBodyTest {
    @InModes
    void readsBodiesOfEveryFraming(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note(Transcript.describe(exchange.getRequestBody().readAllBytes()));
                stage.note("then " + exchange.getRequestBody().read());
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect();

            stage.noteStatus(client.get("/"));
            stage.noteStatus(client.post("/", ""));
            stage.noteStatus(client.post("/", "hello"));
            stage.noteStatus(client.post("/", "x".repeat(300_000)));
            stage.noteStatus(client.request("POST", "/", "Transfer-Encoding: chunked")
                    .send("5\r\nhello\r\n6;ext=1\r\n world\r\nA\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n"));
            stage.noteStatus(client.request("GET", "/", "Content-Length: 4").send("body"));
            stage.noteStatus(client.request("DELETE", "/", "Content-Length: 4").send("body"));
            stage.note(client.fate());
        });

        outcome.agrees("server: hello", "server: hello world01234567890123456789", "server: body", "server: then -1");
    }

    @InModes
    void isOneStream(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note("same: " + (exchange.getRequestBody() == exchange.getRequestBody()));
                stage.note("same: " + (exchange.getResponseBody() == exchange.getResponseBody()));
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteStatus(stage.connect().get("/"));
        });

        outcome.agrees("server: same: true");
    }

    @InModes
    void readsAndSkipsAsAStreamDoes(Mode mode) throws Exception {
        for (String framing : List.of("fixed", "chunked")) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    noteReads(stage, exchange.getRequestBody());
                    exchange.sendResponseHeaders(200, -1);
                });
                RawClient client = stage.connect();

                if (framing.equals("fixed")) {
                    client.post("/", "0123456789");
                } else {
                    client.request("POST", "/", "Transfer-Encoding: chunked")
                            .send("4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n");
                }
                stage.noteStatus(client);
                stage.note(client.fate());
            });

            outcome.agrees("server: first 48", "server: mark supported false", "server: reset: IOException");
        }
    }

    @InModes
    void countsSkippedBytes(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                InputStream in = exchange.getRequestBody();
                stage.note("skipped " + in.skip(2));
                stage.note("rest " + new String(in.readAllBytes()));
                stage.note("skipped " + in.skip(Integer.MAX_VALUE));
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().post("/", "hello");

            stage.note(client.hasByteWithin(stage.patience(SKIPPED_BYTES_COUNT)) ? "answered" : "silent");
            client.close();
        });

        outcome.differsBy(SKIPPED_BYTES_COUNT)
                .jdk("silent")
                .ringer("server: skipped 2", "server: rest llo", "server: skipped 0", "answered");
    }

    @InModes
    void checksItsArguments(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                InputStream in = exchange.getRequestBody();
                stage.attempt("null array", () -> in.read(null, 0, 1));
                stage.attempt("bad length", () -> in.read(new byte[1], 1, 1));
                stage.attempt("bad offset", () -> in.read(new byte[1], -1, 1));
                exchange.close();
            });

            stage.noteResponse(stage.connect().post("/", "hello"));
        });

        outcome.agrees("server: null array: NullPointerException", "server: bad length: IndexOutOfBoundsException");
    }

    @InModes
    void refusesReadsAfterClose(Mode mode) throws Exception {
        for (String rest : List.of(
                "",
                "Content-Length: 0\r\n",
                "Content-Length: 5\r\n\r\nhello",
                "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")) {
            String[] parts = rest.split("\r\n\r\n", 2);
            for (boolean read : new boolean[] {false, true}) {
                Outcome outcome = Comparison.play(mode, stage -> {
                    stage.serve(exchange -> {
                        InputStream in = exchange.getRequestBody();
                        if (read) {
                            in.readAllBytes();
                        }
                        in.close();
                        stage.attempt("available", () -> stage.note("available " + in.available()));
                        stage.attempt("read", in::read);
                        stage.attempt("read array", () -> in.read(new byte[5]));
                        stage.attempt("read no byte", () -> in.read(new byte[0]));
                        stage.attempt("read all", in::readAllBytes);
                        stage.attempt("read many", () -> in.readNBytes(5));
                        stage.attempt("read none", () -> in.readNBytes(0));
                        stage.attempt("read into", () -> in.readNBytes(new byte[5], 0, 5));
                        stage.attempt("transfer", () -> in.transferTo(OutputStream.nullOutputStream()));
                        stage.attempt("close again", in::close);
                        exchange.sendResponseHeaders(200, -1);
                    });
                    RawClient client = parts[0].isBlank()
                            ? stage.connect().get("/")
                            : stage.connect().request("POST", "/", parts[0].strip());
                    if (parts.length > 1) {
                        client.send(parts[1]);
                    }

                    stage.noteStatus(client);
                    stage.note(client.fate());
                });

                outcome.agrees(
                        "server: available 0",
                        "server: read: IOException",
                        "server: read all: IOException",
                        "server: close again: ok",
                        "connection usable");
            }
        }
    }

    @Http1Only(NotInHttp2.HALF_CLOSE)
    @InModes
    void failsWhenTheBodyIsCutOff(Mode mode) throws Exception {
        for (String rest :
                List.of("Content-Length: 100000\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange ->
                        stage.attempt("read", () -> exchange.getRequestBody().readAllBytes()));

                stage.connect().send("POST / HTTP/1.1\r\nHost: test\r\n" + rest).halfClose();

                stage.awaitServerNotes(1);
            });

            outcome.agrees("server: read: IOException");
        }
    }

    @InModes
    void closesAfterABodyThatWasCutOff(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().request("POST", "/", "Content-Length: 100000");

            client.send("hello").halfClose();

            stage.noteResponse(client);
        });

        outcome.agrees("no response: closed");
    }

    @InModes
    void arrivesBeforeTheHandlerIsCalledIfItIsSmall(Mode mode) throws Exception {
        assertComesBeforeItsHandler(mode, "Content-Length: 5", "hell", "o");
    }

    @InModes
    void arrivesBeforeTheHandlerIsCalledIfItsLengthIsUnknown(Mode mode) throws Exception {
        assertComesBeforeItsHandler(mode, "Transfer-Encoding: chunked", "5\r\nhell", "o\r\n0\r\n\r\n");
    }

    private static void assertComesBeforeItsHandler(Mode mode, String framing, String part, String rest)
            throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            Gate handler = new Gate();
            stage.serve(exchange -> {
                handler.arrive();
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().request("POST", "/", framing);

            client.send(part);
            boolean early = handler.arrivesWithin(stage.patienceForJdk(BODIES_COME_FIRST));
            stage.note("a handler waits for the body: " + early);
            client.send(rest);

            stage.noteStatus(client);
        });

        outcome.differsBy(BODIES_COME_FIRST)
                .jdk("a handler waits for the body: true")
                .ringer("a handler waits for the body: false");
    }

    @InModes
    void deliversWhatComesLate(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                InputStream in = exchange.getRequestBody();
                stage.note("read " + in.read());
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('a');
                exchange.getResponseBody().flush();
                stage.note("read " + in.read());
                exchange.close();
            });
            RawClient client = stage.connect().request("POST", "/", "Transfer-Encoding: chunked");

            client.send("1\r\n1\r\n");
            stage.awaitServerNotes(1);
            stage.note("answer begins: " + client.hasByteWithin(Deadlines.PATIENCE));
            client.send("1\r\n2\r\n0\r\n\r\n");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("server: read 49", "server: read 50", "answer begins: true", "connection usable");
    }

    private static void noteReads(Stage stage, InputStream in) throws IOException {
        stage.note("first " + in.read());
        stage.note("read nothing " + in.read(new byte[0]));
        stage.note("available: " + (in.available() >= 0));
        stage.note("mark supported " + in.markSupported());
        stage.attempt("reset", in::reset);
        stage.note("next " + in.read());
        stage.note("rest " + Transcript.describe(in.readAllBytes()));
        stage.note("end " + in.read() + " " + in.read(new byte[3]));
    }
}
