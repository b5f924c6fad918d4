package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.TOO_FEW_BYTES_CLOSE_THE_CONNECTION;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/** Tests the response body's stream. */
class ResponseBodyTest {
    @InModes
    void waitsForTheHeaders(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                OutputStream out = exchange.getResponseBody();
                stage.attempt("early write", () -> out.write("a".getBytes()));
                stage.attempt("early flush", out::flush);
                stage.attempt("early close", out::close);
                exchange.sendResponseHeaders(200, 2);
                out.write("ok".getBytes());
                out.close();
            });
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("server: early write: IOException", "server: early close: IOException", "body: ok");
    }

    @InModes
    void sendsWhatIsWritten(Mode mode) throws Exception {
        for (long length : new long[] {0, 300_006}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    OutputStream out = exchange.getResponseBody();
                    out.write('h');
                    out.write("xellox".getBytes(), 1, 4);
                    out.write(new byte[300_000]);
                    out.flush();
                    out.write('!');
                    out.close();
                });
                RawClient client = stage.connect().get("/");

                stage.noteResponse(client);
                stage.note(client.fate());
            });

            outcome.agrees("HTTP/1.1 200 OK", "connection usable");
        }
    }

    @InModes
    void refusesMoreThanTheLength(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 5);
                OutputStream out = exchange.getResponseBody();
                out.write("hel".getBytes());
                stage.attempt("too many", () -> out.write("lo!".getBytes()));
                stage.attempt("exactly", () -> out.write("lo".getBytes()));
                stage.attempt("one more", () -> out.write('!'));
                stage.attempt("close", out::close);
            });
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("server: too many: IOException", "server: exactly: ok", "server: one more: IOException");
    }

    @InModes
    void closesAfterTooFewBytes(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 5);
                OutputStream out = exchange.getResponseBody();
                out.write("hel".getBytes());
                stage.attempt("close", out::close);
            });
            RawClient client = stage.connect().get("/");

            stage.awaitServerNotes(1);
            stage.note(drainedFate(client, stage.patience(TOO_FEW_BYTES_CLOSE_THE_CONNECTION)));
        });

        outcome.differsBy(TOO_FEW_BYTES_CLOSE_THE_CONNECTION)
                .jdk("server: close: IOException", "silent")
                .ringer("server: close: IOException", "closed");
    }

    @InModes
    void closesWhenTheExchangeIsClosedTooEarly(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 5);
                exchange.getResponseBody().write("hel".getBytes());
                stage.attempt("close", exchange::close);
            });
            RawClient client = stage.connect().get("/");

            stage.awaitServerNotes(1);
            stage.note(drainedFate(client, Deadlines.PATIENCE));
        });

        outcome.agrees("server: close: ok", "closed");
    }

    @InModes
    void mayBeClosedTwiceAndNotWrittenAfterwards(Mode mode) throws Exception {
        for (long length : new long[] {0, 2}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    OutputStream out = exchange.getResponseBody();
                    out.write("ok".getBytes());
                    out.close();
                    stage.attempt("write", () -> out.write("a".getBytes()));
                    stage.attempt("write a byte", () -> out.write('a'));
                    stage.attempt("write nothing", () -> out.write(new byte[0]));
                    stage.attempt("flush", out::flush);
                    stage.attempt("close", out::close);
                    stage.attempt("close exchange", exchange::close);
                });
                RawClient client = stage.connect().get("/");

                stage.noteResponse(client);
                stage.note(client.fate());
            });

            outcome.agrees("server: write: IOException", "server: write nothing: ok", "server: close: ok");
        }
    }

    @InModes
    void checksItsArguments(Mode mode) throws Exception {
        for (long length : new long[] {0, 2}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    OutputStream out = exchange.getResponseBody();
                    stage.attempt("null", () -> out.write(null, 0, 1));
                    stage.attempt("bad offset", () -> out.write(new byte[1], -1, 1));
                    stage.attempt("bad length", () -> out.write(new byte[1], 0, 2));
                    out.write("ok".getBytes());
                    exchange.close();
                });
                RawClient client = stage.connect().get("/");

                stage.noteResponse(client);
                stage.note(client.fate());
            });

            outcome.agrees("server: null: NullPointerException", "server: bad offset: IndexOutOfBoundsException");
        }
    }

    @InModes
    void mayBeFinishedByAnotherThread(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                Thread finisher = new Thread(() -> finish(stage, exchange));
                finisher.start();
            });
            RawClient client = stage.connect();

            for (int i = 1; i <= 3; i++) {
                stage.noteResponse(client.post("/", "hello"));
                stage.awaitServerNotes(i);
            }
            stage.note(client.fate());
        });

        outcome.agrees("server: finished: ok", "body: hello", "connection usable");
    }

    @InModes
    void closesInEveryOrder(Mode mode) throws Exception {
        for (String order : List.of("in out", "out in", "out", "in exchange", "exchange", "out exchange in")) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    exchange.getRequestBody().read();
                    exchange.sendResponseHeaders(200, 2);
                    exchange.getResponseBody().write("ok".getBytes());
                    for (String what : order.split(" ")) {
                        stage.attempt("close " + what, () -> close(exchange, what));
                    }
                });
                RawClient client = stage.connect().post("/", "hello");

                stage.noteResponse(client);
                stage.note(client.fate());
            });

            outcome.agrees("body: ok", "connection usable");
        }
    }

    private static void close(HttpExchange exchange, String what) throws IOException {
        switch (what) {
            case "in" -> exchange.getRequestBody().close();
            case "out" -> exchange.getResponseBody().close();
            default -> exchange.close();
        }
    }

    private static void finish(Stage stage, HttpExchange exchange) {
        stage.attempt("finished", () -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.getResponseBody().close();
        });
    }

    /**
     * Reads an incomplete response as far as it arrives. Returns whether the connection is closed or silent afterwards.
     */
    private static String drainedFate(RawClient client, Duration patience) throws IOException {
        while (client.hasByteWithin(patience)) {
            client.readText(1);
        }
        return client.awaitEnd(patience) == Fate.CLOSED ? "closed" : "silent";
    }
}
