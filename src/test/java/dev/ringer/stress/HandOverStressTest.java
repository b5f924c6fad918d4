package dev.ringer.stress;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Tests the hand-over of connections between event loop and application, with clients and handlers in random order. A
 * lost wake-up shows as a client that times out. A connection that is handed over twice shows as a response to another
 * request.
 */
@Over({Transport.CLEAR, Transport.TLS})
class HandOverStressTest {
    private static final int CLIENTS = 12;
    private static final int MILLIS = Ring.choose(300, 2_000);

    @InModes
    void answersEveryRequestWhateverTheOrder(Mode mode) throws Exception {
        ExecutorService others = Executors.newCachedThreadPool();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            StressHandlers handlers = new StressHandlers(others);
            handlers.addTo(server);
            server.start();

            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
            List<Future<Long>> answered = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                answered.add(clients.submit(new StressClient(server.port(), 42L + i, end)));
            }

            for (Future<Long> count : answered) {
                assertThat(count.get(60, TimeUnit.SECONDS)).isPositive();
            }
            assertThat(handlers.failures()).isEmpty();
        } finally {
            clients.shutdownNow();
            others.shutdownNow();
        }
    }

    /** Reads a whole body and answers with it. */
    static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
