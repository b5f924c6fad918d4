package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.HEAD_WAITS_FOR_THE_BODY;
import static dev.ringer.contract.IntendedDifference.PENDING_BYTES_LEAVE_WITH_THE_HANDLER;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Tests when the server sends the bytes of a response. */
class FlushTest {
    @InModes
    void flushReachesTheClient(Mode mode) throws Exception {
        for (long length : new long[] {0, 4}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                CountDownLatch seen = new CountDownLatch(1);
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    exchange.getResponseBody().write("ab".getBytes());
                    exchange.getResponseBody().flush();
                    Deadlines.await(seen);
                    exchange.getResponseBody().write("cd".getBytes());
                    exchange.close();
                });
                RawClient client = stage.connect().get("/");

                stage.note("visible: " + client.readUntil("ab").endsWith("ab"));
                seen.countDown();
                stage.note("rest: " + client.readUntil("cd").endsWith("cd"));
            });

            outcome.agrees("visible: true", "rest: true");
        }
    }

    @InModes
    void flushSendsTheHeadAlone(Mode mode) throws Exception {
        for (long length : new long[] {0, 2}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                CountDownLatch seen = new CountDownLatch(1);
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    exchange.getResponseBody().flush();
                    Deadlines.await(seen);
                    exchange.getResponseBody().write("ok".getBytes());
                    exchange.close();
                });
                RawClient client = stage.connect().get("/");

                stage.note("visible: " + client.hasByteWithin(Deadlines.PATIENCE));
                seen.countDown();

                stage.noteResponse(client);
            });

            outcome.agrees("visible: true", "body: ok");
        }
    }

    @InModes
    void theHeadWaitsForTheBody(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch looked = new CountDownLatch(1);
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 2);
                Deadlines.await(looked);
                exchange.getResponseBody().write("ok".getBytes());
                exchange.close();
            });
            RawClient client = stage.connect().get("/");

            stage.note("head visible: " + client.hasByteWithin(stage.patienceForJdk(HEAD_WAITS_FOR_THE_BODY)));
            looked.countDown();

            stage.noteResponse(client);
        });

        outcome.differsBy(HEAD_WAITS_FOR_THE_BODY).jdk("head visible: true").ringer("head visible: false", "body: ok");
    }

    @InModes
    void pendingBytesLeaveWithTheHandler(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            AtomicReference<HttpExchange> open = new AtomicReference<>();
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 2);
                exchange.getResponseBody().write('o');
                open.set(exchange);
            });
            RawClient client = stage.connect().get("/");

            stage.note("visible: " + client.hasByteWithin(stage.patience(PENDING_BYTES_LEAVE_WITH_THE_HANDLER)));

            Deadlines.await("the handler was called", () -> open.get() != null);
            stage.awaitHandlers();
            open.get().getResponseBody().write('k');
            open.get().close();
            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.differsBy(PENDING_BYTES_LEAVE_WITH_THE_HANDLER)
                .jdk("visible: false", "body: ok")
                .ringer("visible: true", "body: ok", "connection usable");
    }

    @InModes
    void answersWithoutContentLeaveAtOnce(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch seen = new CountDownLatch(1);
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, -1);
                Deadlines.await(seen);
            });
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            seen.countDown();
            stage.note(client.fate());
        });

        outcome.agrees("HTTP/1.1 200 OK", "connection usable");
    }

    @InModes
    void closingTheStreamEndsTheAnswer(Mode mode) throws Exception {
        for (long length : new long[] {0, 2}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                CountDownLatch seen = new CountDownLatch(1);
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    exchange.getResponseBody().write("ok".getBytes());
                    exchange.getResponseBody().close();
                    Deadlines.await(seen);
                });
                RawClient client = stage.connect().get("/");

                stage.noteResponse(client);
                seen.countDown();
                stage.note(client.fate());
            });

            outcome.agrees("body: ok", "connection usable");
        }
    }

    @InModes
    void largeBodiesLeaveBeforeTheirEnd(Mode mode) throws Exception {
        for (long length : new long[] {0, 200_001}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                CountDownLatch seen = new CountDownLatch(1);
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    exchange.getResponseBody().write(new byte[200_000]);
                    Deadlines.await(seen);
                    exchange.getResponseBody().write('!');
                    exchange.close();
                });
                RawClient client = stage.connect().get("/");

                stage.note("begins: " + client.hasByteWithin(Deadlines.PATIENCE));
                seen.countDown();

                stage.noteResponse(client);
            });

            outcome.agrees("begins: true");
        }
    }
}
