package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that {@code stop(n)} answers clients that connected before: with a request, not yet accepted, or about to send
 * one.
 */
@Timeout(60)
class RequestsAtTheEndTest {
    private static final int GRACE_SECONDS = 20;

    /** Half of the time that a new connection has. A test that takes longer proves nothing, and is repeated. */
    private static final long IN_TIME_MILLIS = 500;

    private static final int ROUNDS = 10;

    /** If a handler takes longer, the stand-in takes over and closes idle connections. */
    private static final long QUICK_NANOS = 5_000_000;

    /** The request comes while another handler runs, in the turn that ends by closing idle connections. */
    @InModes({Mode.NO_EXECUTOR, Mode.CALLER_RUNS})
    void answersARequestThatComesInTheTurnOfTheEnd(Mode mode) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            answersRequestOfTheLastTurn(mode);
        }
    }

    private static void answersRequestOfTheLastTurn(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, mode, Map.of())) {
            RawClient[] clients = new RawClient[2];
            AtomicLong stopAt = new AtomicLong();
            AtomicLong took = new AtomicLong();
            serveAndStop(server, () -> {
                clients[1].get("/late");
                stopAt.set(System.nanoTime());
            });
            server.handle("/late", exchange -> {
                clients[0].get("/");
                took.set(System.nanoTime() - stopAt.get());
                exchange.sendResponseHeaders(204, -1);
            });
            server.start();
            for (int i = 0; i < clients.length; i++) {
                clients[i] = server.connect().get("/");
                assertThat(clients[i].readResponse().status()).isEqualTo(204);
            }

            server.connect().get("/stop").readResponse();

            assertThat(clients[1].readResponse().status()).isEqualTo(204);
            if (took.get() < QUICK_NANOS) {
                assertThat(clients[0].readResponse().status()).isEqualTo(204);
            }
        }
    }

    @InModes
    void acceptsWhoHasConnectedAlready(Mode mode) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            acceptsConnectionOfTheSameTurn(mode);
        }
    }

    private static void acceptsConnectionOfTheSameTurn(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, mode, Map.of())) {
            CompletableFuture<RawClient> late = new CompletableFuture<>();
            serveAndStop(server, () -> late.complete(server.connect().get("/")));
            server.start();

            RawClient stopping = server.connect().get("/stop");

            assertThat(late.get().readResponse().status()).isEqualTo(204);
            assertThat(stopping.readResponse().status()).isEqualTo(204);
        }
    }

    @InModes
    void waitsAMomentForTheFirstRequestOfANewConnection(Mode mode) throws Exception {
        long tookMillis;
        do {
            tookMillis = answersFirstRequestAfter(mode, Transport.CLEAR);
        } while (tookMillis > IN_TIME_MILLIS);
    }

    @InModes
    void waitsAMomentForTheHandshakeOfANewConnection(Mode mode) throws Exception {
        long tookMillis;
        do {
            tookMillis = answersFirstRequestAfter(mode, Transport.TLS);
        } while (tookMillis > IN_TIME_MILLIS);
    }

    /** Returns how long the client was silent. Checks its response only if that was short. */
    private static long answersFirstRequestAfter(Mode mode, Transport transport) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())) {
            serveAndStop(server, () -> {});
            server.start();
            RawClient stopping = server.connect();
            if (transport.isSecure()) {
                stopping.handshake();
            }

            try (Socket late = Transport.connect(server.port())) {
                long connected = System.nanoTime();
                assertThat(stopping.get("/stop").readResponse().status()).isEqualTo(204);
                long silentMillis = (System.nanoTime() - connected) / 1_000_000;
                if (silentMillis <= IN_TIME_MILLIS) {
                    Socket carrier = transport.over(late);
                    carrier.getOutputStream().write("GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes());
                    assertThat(new String(carrier.getInputStream().readAllBytes()))
                            .startsWith("HTTP/1.1 204 ")
                            .contains("Connection: close");
                }
                return silentMillis;
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Adds a path that runs {@code before}, stops the server from another thread, and answers when the stop waits. */
    private static void serveAndStop(TestServer server, Step before) {
        server.handle("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.handle("/stop", exchange -> {
            before.run();
            stop(server, exchange);
        });
    }

    private static void stop(TestServer server, HttpExchange exchange) throws IOException {
        Thread stopper = new Thread(() -> server.server().stop(GRACE_SECONDS), "stopper");
        stopper.start();
        Deadlines.await("stop waits", () -> stopper.getState() == Thread.State.TIMED_WAITING);
        exchange.sendResponseHeaders(204, -1);
    }
}
