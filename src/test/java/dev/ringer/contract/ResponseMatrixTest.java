package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.ALL_CODES_HAVE_PHRASES;
import static dev.ringer.contract.IntendedDifference.INTERIM_STATUS_IS_INTERIM;
import static dev.ringer.contract.IntendedDifference.LENGTH_BELOW_MINUS_ONE_MEANS_NONE;

import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.List;

/** Tests {@code sendResponseHeaders(code, length)} for every kind of request, code and length. */
class ResponseMatrixTest {
    private static final List<Integer> CODES = List.of(200, 201, 299, 302, 404, 500, 599, 700);

    @InModes
    void endsTheExchangeForMinusOne(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteAnswers(stage, CODES, -1));

        outcome.agrees("HTTP/1.1 404 Not Found", "HTTP/1.1 700 ", "Content-length: 0", "connection usable");
    }

    @InModes
    void sendsChunksForZero(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteAnswers(stage, CODES, 0));

        outcome.agrees("HTTP/1.1 200 OK", "Transfer-encoding: chunked", "body: 12345", "connection usable");
    }

    @InModes
    void sendsTheLengthWhenItIsKnown(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteAnswers(stage, CODES, 5));

        outcome.agrees("HTTP/1.1 200 OK", "Content-length: 5", "body: 12345", "connection usable");
    }

    @InModes
    void takesLengthsBelowMinusOneAsNone(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(
                    exchange -> stage.attempt("send headers", () -> exchange.sendResponseHeaders(200, Long.MIN_VALUE)));

            RawClient client = stage.connect().get("/");

            stage.awaitServerNotes(1);
            if (client.hasByteWithin(stage.patience(LENGTH_BELOW_MINUS_ONE_MEANS_NONE))) {
                stage.noteResponse(client);
            }
        });

        outcome.differsBy(LENGTH_BELOW_MINUS_ONE_MEANS_NONE)
                .jdk("server: send headers: IllegalArgumentException")
                .ringer("server: send headers: ok", "Content-length: 0");
    }

    @InModes
    void sendsNoContentWith204And304(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            for (long length : new long[] {-1, 0, 5}) {
                noteAnswers(stage, List.of(204, 304), length);
            }
        });

        outcome.agrees(
                "HTTP/1.1 204 No Content",
                "HTTP/1.1 304 Not Modified",
                "server: 204 0 write: IOException",
                "server: 304 5 write: IOException",
                "connection usable");
    }

    @InModes
    void keepsAnApplicationsLengthOn304(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders().set("Content-Length", "1234");
                exchange.sendResponseHeaders(304, -1);
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("HTTP/1.1 304 Not Modified", "Content-length: 1234");
    }

    @InModes
    void sendsNoContentToHead(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            for (long length : new long[] {-1, 0, 5}) {
                noteAnswers(stage, "HEAD", List.of(200, 404), length);
            }
        });

        outcome.agrees("HTTP/1.1 200 OK", "server: 200 5 write: IOException", "connection usable");
    }

    @InModes
    void keepsAnApplicationsLengthOnHead(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteHead(stage, "Content-Length", "1234"));

        outcome.agrees("Content-length: 1234", "connection usable");
    }

    @Http1Only(NotInHttp2.CHUNKS)
    @InModes
    void keepsAnApplicationsCodingOnHead(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteHead(stage, "Transfer-Encoding", "chunked"));

        outcome.agrees("Transfer-encoding: chunked", "connection usable");
    }

    private static void noteHead(Stage stage, String name, String value) throws IOException {
        stage.serve(exchange -> {
            exchange.getResponseHeaders().set(name, value);
            exchange.sendResponseHeaders(200, -1);
        });
        RawClient client = stage.connect();

        stage.noteResponse(client.request("HEAD", "/"), "HEAD");
        stage.note(client.fate());
    }

    @InModes
    void refusesASecondCall(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 2);
                stage.attempt("second call", () -> exchange.sendResponseHeaders(500, -1));
                exchange.getResponseBody().write("ok".getBytes());
                exchange.close();
                stage.attempt("third call", () -> exchange.sendResponseHeaders(500, -1));
            });
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees(
                "server: second call: IOException", "server: third call: IOException", "body: ok", "connection usable");
    }

    @InModes
    void knowsTheResponseCode(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note("before " + exchange.getResponseCode());
                exchange.sendResponseHeaders(418, 0);
                stage.note("after " + exchange.getResponseCode());
                exchange.close();
                stage.note("at the end " + exchange.getResponseCode());
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("server: before -1", "server: after 418", "server: at the end 418");
    }

    @InModes
    void sendsTheReasonsOfTheJdk(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(
                    Integer.parseInt(exchange.getRequestURI().getQuery()), -1));
            RawClient client = stage.connect();

            for (int code = 200; code < 600; code++) {
                stage.noteStatus(client.get("/?" + code));
            }
        });

        outcome.differsBy(ALL_CODES_HAVE_PHRASES)
                .jdk("HTTP/1.1 302 Temporary Redirect", "HTTP/1.1 307 ")
                .ringer("HTTP/1.1 302 Temporary Redirect", "HTTP/1.1 307 Temporary Redirect");
    }

    @InModes
    void letsAFinalStatusFollowAnInterimOne(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders().set("Link", "</style.css>");
                exchange.sendResponseHeaders(103, -1);
                stage.note("code " + exchange.getResponseCode());
                stage.attempt("final status", () -> exchange.sendResponseHeaders(200, -1));
            });
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            stage.awaitServerNotes(2);
            if (client.hasByteWithin(stage.patience(INTERIM_STATUS_IS_INTERIM))) {
                stage.noteResponse(client);
            }
        });

        outcome.differsBy(INTERIM_STATUS_IS_INTERIM)
                .jdk("HTTP/1.1 103 ", "server: code 103", "server: final status: IOException")
                .ringer("HTTP/1.1 103 Early Hints", "server: code -1", "server: final status: ok", "HTTP/1.1 200 OK");
    }

    private static void noteAnswers(Stage stage, List<Integer> codes, long length) throws IOException {
        noteAnswers(stage, "GET", codes, length);
    }

    private static void noteAnswers(Stage stage, String method, List<Integer> codes, long length) throws IOException {
        String path = "/" + method + length;
        stage.serve(path, exchange -> {
            int code = Integer.parseInt(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(code, length);
            String label = code + " " + length + " ";
            stage.attempt(label + "write", () -> exchange.getResponseBody().write("12345".getBytes()));
            stage.attempt(
                    label + "write nothing", () -> exchange.getResponseBody().write(new byte[0]));
            stage.attempt(label + "close", () -> exchange.getResponseBody().close());
            stage.attempt(
                    label + "close again", () -> exchange.getResponseBody().close());
            exchange.close();
        });
        for (int code : codes) {
            RawClient client = stage.connect().request(method, path + "?" + code);
            stage.noteResponse(client, method);
            stage.note(client.fate());
            stage.awaitHandlers();
        }
    }
}
