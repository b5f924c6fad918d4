package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests requests that are sent before earlier ones are answered. */
class PipeliningTest {
    private static final int REQUESTS = 100;

    @InModes
    void answersInOrder(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                byte[] body = exchange.getRequestURI().getQuery().getBytes();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < REQUESTS; i++) {
                requests.append("GET /?").append(i).append(" HTTP/1.1\r\nHost: test\r\n\r\n");
            }
            RawClient client = stage.connect().send(requests.toString());

            for (int i = 0; i < REQUESTS; i++) {
                stage.note(client.readResponse().text());
            }
            stage.note(client.fate());
        });

        outcome.agrees("0", "99", "connection usable");
    }

    @InModes
    void keepsBodiesAndRequestsApart(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                byte[] body = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            RawClient client = stage.connect();

            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello"
                    + "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nworld\r\n0\r\n\r\n"
                    + "GET / HTTP/1.1\r\nHost: test\r\n\r\n"
                    + "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\n\r\n!");

            for (int i = 0; i < 4; i++) {
                stage.noteResponse(client);
            }
            stage.note(client.fate());
        });

        outcome.agrees("body: hello", "body: world", "body: !", "connection usable");
    }

    @Http1Only(NotInHttp2.ONE_AFTER_THE_OTHER)
    @InModes
    void servesOneExchangeOfAConnectionAtATime(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            AtomicInteger open = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            stage.serve(exchange -> {
                most.accumulateAndGet(open.incrementAndGet(), Math::max);
                Thread finisher = new Thread(() -> {
                    open.decrementAndGet();
                    stage.attempt("finish", () -> exchange.sendResponseHeaders(200, -1));
                });
                finisher.start();
            });
            RawClient client = stage.connect().send("GET / HTTP/1.1\r\nHost: test\r\n\r\n".repeat(3));

            for (int i = 0; i < 3; i++) {
                stage.noteStatus(client);
            }
            stage.awaitServerNotes(3);
            stage.note("at most " + most);
        });

        outcome.agrees("at most 1");
    }

    @Http1Only(NotInHttp2.TEXT)
    @InModes
    void skipsEmptyLinesBetweenRequests(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            RawClient client = stage.connect();

            stage.noteStatus(client.send("\r\n\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n"));
            stage.noteStatus(client.send("\r\n").get("/"));
            stage.noteStatus(client.post("/", "body").send("\r\n"));
            stage.note(client.fate());
        });

        outcome.agrees("HTTP/1.1 200 OK", "connection usable");
    }

    @Http1Only(NotInHttp2.CONNECTION_FIELDS)
    @InModes
    void dropsWhatFollowsAClose(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note(exchange.getRequestURI());
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect()
                    .send("GET /1 HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
                            + "GET /2 HTTP/1.1\r\nHost: test\r\n\r\n");

            stage.noteStatus(client);
            stage.noteEnd(client);
        });

        outcome.agrees("server: /1", "HTTP/1.1 200 OK", "connection closed");
    }

    /**
     * The server does not read the second request. Closing would reset the connection and lose the end of the answer.
     */
    @Test
    void losesNothingBeforeAClose() throws Exception {
        // More than the client has room for, but less than ringer.responseBuffer, so the handler does not wait.
        byte[] answer = new byte[200_000];
        try (Gate gate = new Gate();
                Gate ended = new Gate();
                TestServer server = TestServer.create(Provider.RINGER, Mode.FIXED_POOL, Map.of("ringer.loops", "1"))
                        .handle("/", exchange -> {
                            gate.pass();
                            exchange.getResponseHeaders().set("Connection", "close");
                            exchange.sendResponseHeaders(200, answer.length);
                            exchange.getResponseBody().write(answer);
                            exchange.close();
                            ended.arrive();
                        })
                        .start()) {
            RawClient client = server.connectNarrow().get("/1");
            gate.awaitArrival();
            client.get("/2");
            server.settle(); // the loop has noticed the second request
            gate.open();
            ended.awaitArrival(); // if the server closes the connection, it does so before the client reads

            assertThat(client.readResponse().body()).isEqualTo(answer);
            assertThat(client.readToEnd()).isEmpty();
        }
    }
}
