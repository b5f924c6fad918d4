package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.STOP_BEFORE_START_RETURNS_AT_ONCE;
import static dev.ringer.contract.IntendedDifference.STOP_FORGETS_FAILED_EXCHANGES;
import static dev.ringer.contract.IntendedDifference.STOP_WAITS_FOR_REQUESTS_THAT_HAVE_BEGUN;
import static dev.ringer.contract.IntendedDifference.STOP_WHEN_IDLE_RETURNS_AT_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests {@code stop(n)} in every state. The tests run in parallel, because they mostly wait. */
@Execution(ExecutionMode.CONCURRENT)
class StopTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void returnsAtOnceWhenNeverBound() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> noteStop(stage, stage.bareServer(null), 1));

        outcome.differsBy(STOP_BEFORE_START_RETURNS_AT_ONCE)
                .jdk("waited: all of it")
                .ringer("waited: no");
    }

    @Test
    void returnsAtOnceWhenNeverStarted() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> noteStop(stage, stage.bareServer(ANY_PORT), 1));

        outcome.differsBy(STOP_BEFORE_START_RETURNS_AT_ONCE)
                .jdk("waited: all of it")
                .ringer("waited: no");
    }

    @InModes(Mode.NO_EXECUTOR)
    void returnsAtOnceWhenIdle(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.start();

            noteStop(stage, stage.server(), 1);
        });

        outcome.differsBy(STOP_WHEN_IDLE_RETURNS_AT_ONCE)
                .jdk("waited: all of it")
                .ringer("waited: no");
    }

    @InModes
    void returnsAtOnceWhenConnectionsAreIdle(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            RawClient idle = stage.connect().get("/");
            stage.noteStatus(idle);

            noteStop(stage, stage.server(), 1);

            stage.noteEnd(idle);
        });

        outcome.mayDifferBy(STOP_WHEN_IDLE_RETURNS_AT_ONCE).ringer("waited: no", "connection closed");
    }

    @InModes
    void isIdempotent(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.start();
            stage.server().stop(0);

            noteStop(stage, stage.server(), 1);
        });

        outcome.agrees("waited: no");
    }

    @InModes
    void letsTheLastExchangeFinish(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch handling = new CountDownLatch(1);
            CountDownLatch finish = new CountDownLatch(1);
            stage.serve(exchange -> {
                exchange.getRequestBody().readAllBytes();
                handling.countDown();
                Deadlines.await(finish);
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().get("/");
            Deadlines.await(handling);

            Thread stopper = startStop(stage, 20);
            Deadlines.await("stop waits", () -> waits(stopper));
            finish.countDown();

            stage.noteStatus(client);
            stopper.join(Deadlines.PATIENCE.toMillis());
            stage.note("stop returned: " + !stopper.isAlive());
        });

        outcome.agrees("HTTP/1.1 200 OK", "stop returned: true");
    }

    @InModes(concurrent = true)
    void endsAnExchangeThatTakesTooLong(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch handling = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            stage.serve(exchange -> {
                handling.countDown();
                Deadlines.await(release);
                stage.note("interrupted: " + Thread.currentThread().isInterrupted());
                stage.attempt("write after stop", () -> {
                    exchange.sendResponseHeaders(200, 10);
                    exchange.getResponseBody().write(new byte[10]);
                    exchange.getResponseBody().close();
                });
            });
            RawClient client = stage.connect().get("/");
            Deadlines.await(handling);

            Thread stopper = startStop(stage, 1);
            stage.noteEnd(client);
            release.countDown();
            stopper.join(Deadlines.PATIENCE.toMillis());

            stage.awaitServerNotes(2);
        });

        outcome.agrees("connection closed", "server: interrupted: false", "server: write after stop: IOException");
    }

    @Http1Only(NotInHttp2.TEXT)
    @InModes(concurrent = true)
    void waitsForARequestThatHasBegun(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            RawClient client = stage.connect().send("GET / HTTP/1.1\r\nHo");
            stage.noteStatus(stage.connect().get("/"));

            noteStop(stage, stage.server(), 1);

            stage.noteEnd(client);
        });

        outcome.mayDifferBy(STOP_WAITS_FOR_REQUESTS_THAT_HAVE_BEGUN).ringer("waited: all of it", "connection closed");
    }

    @InModes
    void stopsFromAHandler(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.server().stop(0);
                stage.note("stopped");
            });

            RawClient client = stage.connect().get("/");

            stage.awaitServerNotes(1);
            stage.noteEnd(client);
        });

        outcome.agrees("server: stopped", "connection closed");
    }

    @InModes(concurrent = true)
    void acceptsNobodyWhileItWaits(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch handling = new CountDownLatch(1);
            CountDownLatch finish = new CountDownLatch(1);
            stage.serve(exchange -> {
                handling.countDown();
                Deadlines.await(finish);
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().get("/");
            Deadlines.await(handling);

            Thread stopper = startStop(stage, 20);
            Deadlines.await("stop waits", () -> waits(stopper));
            Deadlines.await("nobody is accepted", () -> isRefused(stage));

            finish.countDown();
            stage.noteStatus(client);
            stopper.join(Deadlines.PATIENCE.toMillis());
        });

        outcome.agrees("HTTP/1.1 200 OK");
    }

    @Http1Only(NotInHttp2.CONNECTION_FIELDS)
    @InModes({Mode.FIXED_POOL, Mode.VIRTUAL})
    void announcesTheCloseToWhoIsServedLast(Mode mode) throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        try (Stage stage = new Stage(Provider.RINGER, mode)) {
            stage.serve(exchange -> {
                handling.countDown();
                Deadlines.await(finish);
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().get("/");
            Deadlines.await(handling);

            Thread stopper = startStop(stage, 20);
            Deadlines.await("stop waits", () -> waits(stopper));
            finish.countDown();

            assertThat(client.readResponse().value("Connection")).contains("close");
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            stopper.join(Deadlines.PATIENCE.toMillis());
        }
    }

    @InModes
    void forgetsAnExchangeWhoseHandlerThrew(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(
                mode,
                stage -> noteStopAfter(stage, exchange -> {
                    throw new IllegalStateException("on purpose");
                }));

        outcome.differsBy(STOP_FORGETS_FAILED_EXCHANGES)
                .jdk("waited: all of it")
                .ringer("waited: no");
    }

    @InModes
    void forgetsAnExchangeThatWasClosedUnanswered(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteStopAfter(stage, HttpExchange::close));

        outcome.differsBy(STOP_FORGETS_FAILED_EXCHANGES)
                .jdk("waited: all of it")
                .ringer("waited: no");
    }

    @OnlyInTheClear("the handshake is such a task")
    @InModes(Mode.NO_EXECUTOR)
    void countsATaskThatTheExecutorHolds(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch queued = new CountDownLatch(1);
            var server = stage.bareServer(ANY_PORT);
            server.setExecutor(task -> queued.countDown());
            server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
            server.start();
            try (RawClient client = stage.connect(server)) {
                client.get("/");
                Deadlines.await(queued);

                noteStop(stage, server, 1);
            }
        });

        outcome.agrees("waited: all of it");
    }

    /** Without an executor, the JDK's server returns only when the handler has ended, and closes nothing before that. */
    @InModes({Mode.FIXED_POOL, Mode.VIRTUAL})
    void endsTheLongerGraceOfAnotherStop(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            try (Gate gate = new Gate()) {
                stage.serve(exchange -> gate.pass());
                RawClient client = stage.connect().get("/");
                gate.awaitArrival();
                Thread longer = startStop(stage, 600);
                Deadlines.await("it waits", () -> waits(longer));

                stage.server().stop(0);

                longer.join(Deadlines.PATIENCE.toMillis());
                stage.note("other stop ended: " + !longer.isAlive());
                stage.noteEnd(client);
            }
        });

        outcome.agrees("other stop ended: true", "connection closed");
    }

    private static void noteStopAfter(Stage stage, HttpHandler handler) throws IOException, InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        stage.serve(exchange -> {
            calls.incrementAndGet();
            handler.handle(exchange);
        });
        RawClient client = stage.connect().get("/");
        stage.noteEnd(client);
        Deadlines.await("handler was called", () -> calls.get() == 1);

        noteStop(stage, stage.server(), 1);
    }

    private static boolean isRefused(Stage stage) {
        try (RawClient late = stage.connectWithoutStart()) {
            return false;
        } catch (SocketException refused) { // or reset by a listener that closes at this moment
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING || thread.getState() == Thread.State.WAITING;
    }

    private static Thread startStop(Stage stage, int seconds) throws IOException {
        var server = stage.server();
        Thread stopper = new Thread(() -> server.stop(seconds), "stopper");
        stopper.start();
        return stopper;
    }

    private static void noteStop(Stage stage, HttpServer server, int atMost) {
        // the server gives up to one second to an HTTP/2 client that does not answer its PING
        int seconds = stage.speaksHttp2() ? 5 * atMost : atMost;
        long start = System.nanoTime();
        server.stop(seconds);
        long millis = (System.nanoTime() - start) / 1_000_000;
        stage.note("waited: " + (millis >= seconds * 1000L - 50 ? "all of it" : "no"));
    }
}
