package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.events.EventStream;
import dev.ringer.files.FileTransfer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two threads that answer one exchange at the same time. One of them wins, the other gets an {@link IOException}.
 * The next request of the connection always gets its own answer.
 */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
@Timeout(300)
class TwoAnswersTest {
    private static final String TEXT = "four";
    private static final int SIZE = 4000;
    private static final int FIELDS = 40; // make the moment long in which the second thread can come between

    @TempDir
    private static Path folder;

    /** A way to answer. {@code GONE} is no answer, so the client may get none. */
    private enum Way {
        LENGTH(exchange -> {
            exchange.sendResponseHeaders(503, TEXT.length());
            exchange.getResponseBody().write(TEXT.getBytes());
            exchange.close();
        }),
        NO_BODY(exchange -> exchange.sendResponseHeaders(503, -1)),
        CHUNKED(exchange -> {
            exchange.sendResponseHeaders(503, 0);
            exchange.getResponseBody().write(TEXT.getBytes());
            exchange.close();
        }),
        FILE(exchange -> {
            Path file = folder.resolve("file");
            exchange.sendResponseHeaders(503, Files.size(file));
            FileTransfer.copy(file, 0, Files.size(file), exchange.getResponseBody());
            exchange.close();
        }),
        EVENTS(exchange -> EventStream.open(exchange).close()),
        GONE(exchange -> {
            exchange.close();
            throw new IOException("on purpose");
        });

        private final HttpHandler handler;

        Way(HttpHandler handler) {
            this.handler = handler;
        }
    }

    /** Two threads that do two things at the same time, as nearly as possible. */
    private static final class Duel implements AutoCloseable {
        private final ExecutorService second = Executors.newSingleThreadExecutor();
        private final CyclicBarrier start = new CyclicBarrier(2);
        private final AtomicInteger won = new AtomicInteger();
        private final LinkedBlockingQueue<Integer> results = new LinkedBlockingQueue<>();

        void fight(Callable<Void> one, Callable<Void> other) throws IOException {
            won.set(0);
            Future<?> rival = second.submit(() -> attempt(other));
            attempt(one);
            try {
                rival.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                results.add(won.get());
            } catch (Exception e) {
                throw new IOException(e);
            }
        }

        /** Waits for the end of a fight, and returns how many threads have won. */
        int winners() throws InterruptedException {
            return results.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void attempt(Callable<Void> answer) {
            try {
                start.await();
                answer.call();
                won.incrementAndGet();
            } catch (IOException lost) { // what the loser gets
            } catch (Exception e) {
                won.addAndGet(1000);
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            second.shutdownNow();
        }
    }

    private static Callable<Void> call(HttpHandler handler, HttpExchange exchange) {
        return () -> {
            handler.handle(exchange);
            return null;
        };
    }

    @InModes
    void oneThreadWinsAndTheOtherFails(Mode mode) throws Exception {
        fightInAllWays(mode, Ring.choose(20, 60));
    }

    @Tag("outer")
    @InModes(Mode.FIXED_POOL)
    void oneThreadWinsTenThousandTimes(Mode mode) throws Exception {
        fightInAllWays(mode, 10_000 / Way.values().length);
    }

    private void fightInAllWays(Mode mode, int rounds) throws Exception {
        Files.write(folder.resolve("file"), new byte[SIZE]);
        for (Way way : Way.values()) {
            fight(mode, way, rounds);
        }
    }

    private void fight(Mode mode, Way way, int rounds) throws Exception {
        try (Duel duel = new Duel();
                TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/two", exchange -> {
                            for (int i = 0; i < FIELDS; i++) {
                                exchange.getResponseHeaders().set("X-Field-" + i, "value");
                            }
                            exchange.getResponseHeaders().set("X-Request", query(exchange));
                            duel.fight(
                                    call(
                                            own -> {
                                                own.sendResponseHeaders(200, TEXT.length());
                                                own.getResponseBody().write(TEXT.getBytes());
                                                own.close();
                                            },
                                            exchange),
                                    call(way.handler, exchange));
                        })
                        .handle("/next", TwoAnswersTest::name)
                        .start()) {
            Asker asker = new Asker(server);
            for (int round = 0; round < rounds; round++) {
                Response answer = asker.ask("/two?" + round, way == Way.GONE);
                int winners = duel.winners();
                if (answer != null) {
                    assertThat(answer.value("X-Request")).contains("" + round);
                    assertThat(answer.status()).isIn(200, 503);
                    assertThat(winners).as(way + " in round " + round).isEqualTo(1);
                }
                asker.checkNext(round);
            }
        }
    }

    @InModes
    void bodyNeverGetsMoreBytesThanAnnounced(Mode mode) throws Exception {
        byte[] all = new byte[SIZE];
        try (Duel duel = new Duel();
                TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/two", exchange -> {
                            exchange.getResponseHeaders().set("X-Request", query(exchange));
                            exchange.sendResponseHeaders(200, SIZE);
                            HttpHandler writer = own -> own.getResponseBody().write(all);
                            duel.fight(call(writer, exchange), call(writer, exchange));
                            exchange.close();
                        })
                        .handle("/next", TwoAnswersTest::name)
                        .start()) {
            Asker asker = new Asker(server);
            for (int round = 0; round < Ring.choose(100, 2000); round++) {
                asker.ask("/two?" + round, true);
                assertThat(duel.winners()).isBetween(0, 1);
                asker.checkNext(round);
            }
        }
    }

    @InModes(Mode.FIXED_POOL)
    void taskThatRunsTwiceAnswersOnce() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try (TestServer server = TestServer.create(
                        Provider.RINGER,
                        Transport.current(),
                        task -> {
                            pool.execute(task);
                            pool.execute(task);
                        },
                        Map.of())
                .handle("/two", exchange -> {
                    exchange.getResponseHeaders().set("X-Request", query(exchange));
                    exchange.sendResponseHeaders(200, TEXT.length());
                    exchange.getResponseBody().write(TEXT.getBytes());
                    exchange.close();
                })
                .start()) {
            Asker asker = new Asker(server);
            for (int round = 0; round < Ring.choose(100, 2000); round++) {
                Response answer = asker.ask("/two?" + round, true);
                if (answer != null) {
                    assertThat(answer.value("X-Request")).contains("" + round);
                    assertThat(answer.text()).isEqualTo(TEXT);
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static String query(HttpExchange exchange) {
        return exchange.getRequestURI().getQuery();
    }

    private static void name(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("X-Request", query(exchange));
        exchange.sendResponseHeaders(204, -1);
    }

    /** Sends requests on one connection, and opens another one when the server has closed it. */
    private static final class Asker {
        private final TestServer server;
        private RawClient client;

        Asker(TestServer server) throws IOException {
            this.server = server;
            client = server.connect();
        }

        /** Returns the answer; null if the connection has ended without one, which is allowed if {@code mayEnd}. */
        Response ask(String target, boolean mayEnd) throws IOException {
            try {
                Response answer = client.get(target).readResponse();
                if (answer.values("Connection").equals(List.of("close"))) {
                    again();
                }
                return answer;
            } catch (EOFException | SocketException ended) {
                if (!mayEnd) {
                    throw ended;
                }
                again();
                return null;
            }
        }

        /** Checks that the next request gets its own answer, unless the connection has ended. */
        void checkNext(int round) throws IOException {
            Response next = ask("/next?" + round, true);
            if (next != null) {
                assertThat(next.status()).isEqualTo(204);
                assertThat(next.value("X-Request")).contains("" + round);
            }
        }

        private void again() throws IOException {
            client.close();
            client = server.connect();
        }
    }
}
