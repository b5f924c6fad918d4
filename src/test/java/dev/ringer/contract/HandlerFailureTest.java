package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.ERRORS_CLOSE_THE_CONNECTION;
import static dev.ringer.contract.IntendedDifference.INTERRUPT_ENDS_WITH_THE_HANDLER;
import static dev.ringer.contract.IntendedDifference.UNCAUGHT_BODY_FAULTS_ARE_ANSWERED;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Tests handlers that throw, at every point of an exchange. */
class HandlerFailureTest {
    @InModes
    void closesWhenNothingWasSent(Mode mode) throws Exception {
        for (String kind : List.of("IOException", "RuntimeException")) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(failing(kind, exchange -> {}));
                stage.noteResponse(stage.connect().get("/"));
                noteThatItLives(stage);
            });

            outcome.agrees("no response: closed", "HTTP/1.1 204 No Content");
        }
    }

    @InModes
    @Http1Only(NotInHttp2.CHUNKS)
    void answersAnUncaughtFaultOfTheBody(Mode mode) throws Exception {
        for (String chunk : List.of("x\r\n", "-1\r\n", "1\r\nab\r\n")) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(200, -1);
                });
                stage.noteResponse(stage.connect()
                        .request("POST", "/", "Transfer-Encoding: chunked")
                        .send(chunk));
            });

            outcome.differsBy(UNCAUGHT_BODY_FAULTS_ARE_ANSWERED)
                    .jdk("no response: closed")
                    .ringer("HTTP/1.1 400 Bad Request", "Connection: close");
        }
    }

    @InModes
    void closesAfterAnError(Mode mode) throws Exception {
        for (String kind : List.of("Error", "AssertionError")) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(failing(kind, exchange -> {}));
                Duration patience =
                        mode.concurrent() ? stage.patience(ERRORS_CLOSE_THE_CONNECTION) : Deadlines.PATIENCE;
                stage.note(stage.connect().get("/").awaitEnd(patience));
                noteThatItLives(stage);
            });

            if (mode.concurrent()) {
                outcome.differsBy(ERRORS_CLOSE_THE_CONNECTION)
                        .jdk("connection silent", "HTTP/1.1 204 No Content")
                        .ringer("connection closed", "HTTP/1.1 204 No Content");
            } else {
                outcome.agrees("connection closed", "HTTP/1.1 204 No Content");
            }
        }
    }

    @InModes
    void cutsAnAnswerThatHasBegun(Mode mode) throws Exception {
        for (long length : new long[] {0, 10}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                stage.serve(failing("RuntimeException", exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    exchange.getResponseBody().write("begun".getBytes());
                    exchange.getResponseBody().flush();
                }));
                RawClient client = stage.connect().get("/");

                stage.noteResponse(client);
                stage.note(client.fate());
                noteThatItLives(stage);
            });

            outcome.agrees("body: begun", "body cut", "connection closed", "HTTP/1.1 204 No Content");
        }
    }

    @InModes
    void neverCompletesAnAnswerThatWasNotClosed(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(failing("RuntimeException", exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("whole".getBytes());
            }));
            RawClient client = stage.connect().get("/");

            stage.note("complete: " + client.readToEnd().endsWith("0\r\n\r\n"));
        });

        outcome.agrees("complete: false");
    }

    @InModes
    void keepsTheConnectionWhenTheAnswerIsComplete(Mode mode) throws Exception {
        for (long length : new long[] {-1, 2}) {
            for (String kind : List.of("IOException", "RuntimeException")) {
                Outcome outcome = Comparison.play(mode, stage -> {
                    stage.serve(failing(kind, exchange -> {
                        exchange.sendResponseHeaders(200, length);
                        if (length > 0) {
                            exchange.getResponseBody().write("ok".getBytes());
                            exchange.getResponseBody().close();
                        }
                    }));
                    RawClient client = stage.connect().get("/");

                    stage.noteResponse(client);
                    stage.note(client.fate());
                });

                outcome.agrees("HTTP/1.1 200 OK", "connection usable");
            }
        }
    }

    @InModes
    void closesDespiteAnUnreadBody(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(failing(
                    "RuntimeException", exchange -> exchange.getRequestBody().read()));

            stage.noteResponse(stage.connect().post("/", "x".repeat(1000)));
            noteThatItLives(stage);
        });

        outcome.agrees("no response: closed");
    }

    @InModes
    void survivesInterruptsOfAHandler(Mode mode) throws Exception {
        // over TLS, the interrupt hits the next handshake of the JDK's server
        Outcome outcome = Comparison.playWithoutJdkOverTls(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, -1);
                Thread.currentThread().interrupt();
            });
            RawClient client = stage.connect().get("/");
            stage.noteResponse(client);
            stage.awaitHandlers();

            Duration patience = mode.concurrent() ? Deadlines.PATIENCE : stage.patienceForRinger();
            stage.note("lives: " + stage.connect().get("/").hasByteWithin(patience));
        });

        if (mode.concurrent()) {
            outcome.agrees("lives: true");
        } else {
            outcome.mayDifferBy(INTERRUPT_ENDS_WITH_THE_HANDLER).ringer("HTTP/1.1 200 OK", "lives: true");
        }
    }

    @InModes
    void answers500WhenAskedTo(Mode mode) throws IOException {
        Map<String, String> property = Map.of("ringer.errorResponse", "500");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/", failing("RuntimeException", exchange -> {}))
                .start()) {
            RawClient client = server.connect().get("/");

            Response response = client.readResponse();

            assertThat(response.status()).isEqualTo(500);
            assertThat(response.text()).doesNotContain("purpose");
            assertThat(client.fate()).isEqualTo(Transport.current().afterRefusal());
        }
    }

    private static void noteThatItLives(Stage stage) throws IOException {
        stage.serve("/lives", exchange -> exchange.sendResponseHeaders(204, -1));
        stage.noteResponse(stage.connect().get("/lives"));
    }

    /** The part of a handler before its failure. */
    @FunctionalInterface
    private interface Beginning {
        void run(HttpExchange exchange) throws IOException;
    }

    private static HttpHandler failing(String kind, Beginning beginning) {
        return exchange -> {
            beginning.run(exchange);
            switch (kind) {
                case "IOException" -> throw new IOException("on purpose");
                case "RuntimeException" -> throw new IllegalStateException("on purpose");
                case "AssertionError" -> throw new AssertionError("on purpose");
                default -> throw new Error("on purpose");
            }
        };
    }
}
