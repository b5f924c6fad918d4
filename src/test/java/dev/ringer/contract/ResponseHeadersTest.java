package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.ALL_CODES_HAVE_PHRASES;
import static dev.ringer.contract.IntendedDifference.CONNECTION_IS_A_LIST;
import static dev.ringer.contract.IntendedDifference.CONTROL_CHARACTERS_ARE_SPACES;
import static dev.ringer.contract.IntendedDifference.FIELD_NAMES_ARE_CHECKED_WHEN_SENT;
import static dev.ringer.contract.IntendedDifference.FIELD_VALUES_ARE_CHECKED_WHEN_SENT;
import static dev.ringer.contract.IntendedDifference.FRAMING_FIELDS_ARE_OURS;
import static dev.ringer.contract.IntendedDifference.STATUS_CODES_HAVE_THREE_DIGITS;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Tests which response headers the server adds, removes and refuses. */
class ResponseHeadersTest {
    @InModes
    void setsDateWhateverTheApplicationSays(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders().set("Date", "yesterday");
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("Date: now");
    }

    @InModes
    void overwritesAnApplicationsLength(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve("/none", exchange -> {
                exchange.getResponseHeaders().set("Content-Length", "99");
                exchange.sendResponseHeaders(200, -1);
            });
            stage.serve("/two", exchange -> {
                exchange.getResponseHeaders().set("Content-Length", "99");
                answer(exchange, 2);
            });
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/none"));
            stage.noteResponse(client.get("/two"));
        });

        outcome.agrees("Content-length: 0", "Content-length: 2");
    }

    @InModes
    void sendsNoLengthWithChunks(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders().set("Content-Length", "99");
                answer(exchange, 0);
            });

            stage.note(headOf(stage));
        });

        outcome.differsBy(FRAMING_FIELDS_ARE_OURS)
                .jdk("[content-length: 99, transfer-encoding: chunked]")
                .ringer("[transfer-encoding: chunked]");
    }

    @InModes
    void sendsNoCodingWithALength(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders().set("Transfer-Encoding", "chunked");
                answer(exchange, 2);
            });

            stage.note(headOf(stage));
        });

        outcome.differsBy(FRAMING_FIELDS_ARE_OURS)
                .jdk("[content-length: 2, transfer-encoding: chunked]")
                .ringer("[content-length: 2]");
    }

    @InModes
    void sendsNoLengthWith204(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders().set("Content-Length", "99");
                exchange.sendResponseHeaders(204, -1);
            });

            stage.note(headOf(stage));
        });

        outcome.differsBy(FRAMING_FIELDS_ARE_OURS).jdk("[content-length: 99]").ringer("[]");
    }

    @InModes
    void sendsOneLinePerValue(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders().add("x-MULTI", "one");
                exchange.getResponseHeaders().add("X-multi", "two");
                exchange.getResponseHeaders().put("X-Empty-List", new ArrayList<>());
                exchange.getResponseHeaders().set("X-Empty", "");
                exchange.getResponseHeaders().set("x-latin", "gr\u00fc\u00df");
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("X-multi: one", "X-multi: two", "X-empty: ", "X-latin: gr\u00fc\u00df");
    }

    @InModes
    void showsTheApplicationWhatItAdded(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve("/2", exchange -> {
                answer(exchange, 2);
                stage.note(new TreeSet<>(exchange.getResponseHeaders().keySet()));
            });
            stage.serve("/0", exchange -> {
                answer(exchange, 0);
                stage.note(new TreeSet<>(exchange.getResponseHeaders().keySet()));
            });
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/2"));
            stage.awaitServerNotes(1);
            stage.noteResponse(client.get("/0"));
            stage.awaitServerNotes(2);
        });

        outcome.agrees("server: [Content-length, Date]", "server: [Date, Transfer-encoding]");
    }

    @Http1Only(NotInHttp2.CONNECTION_FIELDS)
    @InModes
    void closesWhenTheApplicationSaysClose(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            noteEndAfter(stage, List.of("close"));
            noteEndAfter(stage, List.of("Close"));
            noteEndAfter(stage, List.of("x", "CLOSE"));
            noteFateAfter(stage, List.of("keep-alive"));
        });

        outcome.agrees("Connection: close", "connection closed", "Connection: keep-alive", "connection usable");
    }

    @Http1Only(NotInHttp2.CONNECTION_FIELDS)
    @InModes
    void findsCloseInAList(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            RawClient client = answeredWith(stage, List.of("x, close"));
            stage.note(client.awaitEnd(stage.patience(CONNECTION_IS_A_LIST)));
        });

        outcome.differsBy(CONNECTION_IS_A_LIST).jdk("connection silent").ringer("connection closed");
    }

    @InModes
    void refusesLineBreaksInValues(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteBadField(stage, "X-Bad", "a\r\nInjected: yes"));

        outcome.differsBy(FIELD_VALUES_ARE_CHECKED_WHEN_SENT)
                .jdk("server: send: ok")
                .ringer("server: send: IllegalArgumentException", "no response");
    }

    @InModes
    void refusesCharactersBeyondLatin1(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteBadField(stage, "X-Bad", "\u010aInjected: yes"));

        outcome.differsBy(FIELD_VALUES_ARE_CHECKED_WHEN_SENT)
                .jdk("server: send: ok")
                .ringer("server: send: IllegalArgumentException", "no response");
    }

    @InModes
    void sendsFoldsAndControlCharactersAsSpaces(Mode mode) throws Exception {
        for (var value : Map.of("a\r\n b", "a b", "a\u001b[31mb", "a [31mb", "a\u0001\u007fb", "a  b")
                .entrySet()) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    exchange.getResponseHeaders().set("X", value.getKey());
                    exchange.sendResponseHeaders(200, -1);
                });
                String head = stage.connect().get("/").readUntil("\r\n\r\n");
                String from = head.substring(head.indexOf("X: ") + 3);
                stage.note(
                        from.startsWith(value.getKey() + "\r\n") ? "as it is" : from.substring(0, from.indexOf('\r')));
            });

            outcome.differsBy(CONTROL_CHARACTERS_ARE_SPACES).jdk("as it is").ringer(value.getValue());
        }
    }

    @InModes
    void refusesStatusCodesWithoutThreeDigits(Mode mode) throws Exception {
        for (int code : new int[] {2100, 1000, 99, 0, -5}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    stage.attempt("send", () -> exchange.sendResponseHeaders(code, 2));
                    exchange.close();
                });
                RawClient client = stage.connect().get("/");
                stage.awaitServerNotes(1);
                stage.note(client.hasByteWithin(stage.patienceForRinger()) ? "a response" : "no response");
            });

            outcome.differsBy(STATUS_CODES_HAVE_THREE_DIGITS)
                    .jdk("server: send: ok")
                    .ringer("server: send: IllegalArgumentException", "no response");
        }
    }

    @InModes(inTurn = true)
    void sendsThePhraseOfEveryRegisteredCode(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(431, -1));
            String head = stage.connect().get("/").readUntil("\r\n\r\n");
            stage.note(head.substring(0, head.indexOf('\r')));
        });

        outcome.differsBy(ALL_CODES_HAVE_PHRASES)
                .jdk("HTTP/1.1 431 ")
                .ringer("HTTP/1.1 431 Request Header Fields Too Large");
    }

    @InModes
    void refusesNul(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteBadField(stage, "X-Bad", "a\0b"));

        outcome.differsBy(FIELD_NAMES_ARE_CHECKED_WHEN_SENT)
                .jdk("server: send: ok")
                .ringer("server: send: IllegalArgumentException", "no response");
    }

    @InModes
    void refusesNamesThatAreNoTokens(Mode mode) throws Exception {
        for (String name : List.of("a b", "a:", "", "a\0b", "gr\u00fcn")) {
            Outcome outcome = Comparison.play(mode, stage -> noteBadField(stage, name, "value"));

            outcome.differsBy(FIELD_NAMES_ARE_CHECKED_WHEN_SENT)
                    .jdk("server: send: ok")
                    .ringer("server: send: IllegalArgumentException", "no response");
        }
    }

    /** Changes a value after {@code Headers} has checked it, sends the headers, and closes the exchange. */
    private static void noteBadField(Stage stage, String name, String value) throws IOException, InterruptedException {
        stage.serve(exchange -> {
            List<String> values = new ArrayList<>(List.of("harmless"));
            exchange.getResponseHeaders().put(name, values);
            values.set(0, value);
            stage.attempt("send", () -> exchange.sendResponseHeaders(200, -1));
            exchange.close();
        });
        RawClient client = stage.connect().get("/");
        stage.awaitServerNotes(1);
        stage.note(client.hasByteWithin(stage.patienceForRinger()) ? "a response" : "no response");
    }

    private static void noteFateAfter(Stage stage, List<String> connection) throws IOException {
        stage.note(answeredWith(stage, connection).fate());
    }

    private static void noteEndAfter(Stage stage, List<String> connection) throws IOException {
        stage.noteEnd(answeredWith(stage, connection));
    }

    private static RawClient answeredWith(Stage stage, List<String> connection) throws IOException {
        String path = "/" + String.join("", connection).replace(" ", "");
        stage.serve(path, exchange -> {
            exchange.getResponseHeaders().put("Connection", new ArrayList<>(connection));
            exchange.sendResponseHeaders(200, -1);
        });
        RawClient client = stage.connect().get(path);
        stage.noteResponse(client);
        return client;
    }

    /**
     * Returns the framing fields in lower case, sorted. Does not parse the response, because it may have both fields.
     */
    private static TreeSet<String> headOf(Stage stage) throws IOException {
        String head = stage.connect().get("/").readUntil("\r\n\r\n");
        TreeSet<String> framing = new TreeSet<>();
        for (String line : head.toLowerCase(Locale.ROOT).split("\r\n")) {
            if (line.startsWith("content-length") || line.startsWith("transfer-encoding")) {
                framing.add(line);
            }
        }
        return framing;
    }

    private static void answer(HttpExchange exchange, long length) throws IOException {
        exchange.sendResponseHeaders(200, length);
        exchange.getResponseBody().write("ok".getBytes());
        exchange.close();
    }
}
