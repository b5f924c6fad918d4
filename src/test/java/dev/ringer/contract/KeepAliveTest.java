package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.CLOSE_IS_ANNOUNCED;
import static dev.ringer.contract.IntendedDifference.CONNECTION_IS_A_LIST;
import static dev.ringer.contract.IntendedDifference.KEEP_ALIVE_HAS_NO_MAXIMUM;

import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.List;

/** Tests which connections persist after an exchange, and how the server announces this. */
class KeepAliveTest {
    @InModes
    void http11Persists(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            for (String line : List.of("X-None: x", "Connection: keep-alive", "Connection: upgrade", "Connection: x")) {
                noteFateAfter(stage, "HTTP/1.1", line);
            }
        });

        outcome.agrees("connection usable");
    }

    @Http1Only(NotInHttp2.CONNECTION_FIELDS)
    @InModes
    void http11ClosesWhenTheClientSaysSo(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            noteFateAfter(stage, "HTTP/1.1", "Connection: close");
            noteFateAfter(stage, "HTTP/1.1", "Connection: CLOSE");
        });

        outcome.differsBy(CLOSE_IS_ANNOUNCED).jdk("connection closed").ringer("Connection: close", "connection closed");
    }

    @Http1Only(NotInHttp2.CONNECTION_FIELDS)
    @InModes
    void findsCloseInAList(Mode mode) throws Exception {
        for (String line :
                List.of("Connection: close, TE", "Connection: TE , Close", "Connection: x\r\nConnection: close")) {
            Outcome outcome = Comparison.play(mode, stage -> noteFateAfter(stage, "HTTP/1.1", line));

            outcome.differsBy(CONNECTION_IS_A_LIST).jdk("connection usable").ringer("connection closed");
        }
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void http10Closes(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteFateAfter(stage, "HTTP/1.0", "X-None: x"));

        outcome.agrees("Connection: close", "connection closed");
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void http10ClosesWhenTheClientSaysSo(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteFateAfter(stage, "HTTP/1.0", "Connection: close"));

        outcome.differsBy(CLOSE_IS_ANNOUNCED).jdk("connection closed").ringer("Connection: close", "connection closed");
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void http10PersistsOnRequest(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteFateAfter(stage, "HTTP/1.0", "Connection: keep-alive"));

        outcome.differsBy(KEEP_ALIVE_HAS_NO_MAXIMUM)
                .jdk("Keep-alive: timeout=30, max=200")
                .ringer("Connection: keep-alive", "Keep-alive: timeout=30", "connection usable");
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void http10FindsKeepAliveInAList(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteFateAfter(stage, "HTTP/1.0", "Connection: Keep-Alive, x"));

        outcome.differsBy(CONNECTION_IS_A_LIST).ringer("Connection: keep-alive", "connection usable");
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void http10GetsNoChunks(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("until the end".getBytes());
                exchange.close();
            });
            for (String line : List.of("X-None: x", "Connection: keep-alive")) {
                RawClient client = stage.connect().sendHead("GET / HTTP/1.0", line);
                stage.note(client.readResponse().text());
                stage.note(client.fate());
            }
        });

        outcome.agrees("until the end", "connection closed");
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void filtersSeeAndMayRemoveConnectionFields(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1))
                    .getFilters()
                    .add(Stage.filter((exchange, chain) -> {
                        stage.note("seen " + exchange.getResponseHeaders().get("Connection"));
                        exchange.getResponseHeaders().remove("Connection");
                        chain.doFilter(exchange);
                    }));
            RawClient client = stage.connect().sendHead("GET / HTTP/1.0");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.differsBy(CLOSE_IS_ANNOUNCED)
                .jdk("server: seen [close]", "connection closed")
                .ringer("server: seen [close]", "Connection: close", "connection closed");
    }

    @Http1Only(NotInHttp2.HALF_CLOSE)
    @InModes
    void halfClosedClientsGetTheirAnswer(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                byte[] body = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            RawClient client = stage.connect().post("/", "hello").halfClose();

            stage.noteResponse(client);
            stage.noteEnd(client);
        });

        outcome.agrees("body: hello", "connection closed");
    }

    private static void noteFateAfter(Stage stage, String version, String line) throws IOException {
        String path = "/" + Integer.toHexString((version + line).hashCode());
        stage.serve(path, exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes());
            exchange.close();
        });
        RawClient client = stage.connect().sendHead("GET " + path + " " + version, "Host: test", line);
        stage.noteResponse(client);
        stage.note(client.fate());
    }
}
