package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that without an executor, application code runs only on the thread that {@code start()} created, one call at a
 * time. A stand-in that drives the loop starts no handlers, and runs no application code.
 */
@Timeout(60)
class SerialHandlersTest {
    private static final int CLIENTS = Ring.choose(4, 8);
    private static final int ROUNDS = Ring.choose(2, 5);

    private final Set<Thread> threads = Collections.synchronizedSet(new LinkedHashSet<>());
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(names = {"CLEAR", "TLS"})
    void whatCameMeanwhileIsHandledInTurn(Transport transport) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.NO_EXECUTOR, Map.of());
                Gate gate = new Gate()) {
            server.handle(
                            "/held",
                            exchange -> inTurn(() -> {
                                gate.pass();
                                exchange.sendResponseHeaders(204, -1);
                            }))
                    .handle("/", exchange -> inTurn(() -> echo(exchange)))
                    .start();
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(server.connect().handshake());
            }
            RawClient held = server.connect().get("/held");
            gate.awaitArrival();

            for (RawClient client : clients) {
                client.post("/", "hello").post("/", "again");
            }
            assertThat(clients.get(0).hasEventWithin(Deadlines.QUIET)).isFalse();
            gate.open();

            assertThat(held.readResponse().status()).isEqualTo(204);
            for (RawClient client : clients) {
                assertThat(client.readResponse().text()).isEqualTo("hello");
                assertThat(client.readResponse().text()).isEqualTo("again");
            }
            assertThat(threads).hasSize(1);
            assertThat(mostInside).hasValue(1);
        }
    }

    /** Each handler runs long enough for the stand-in to take over. */
    @ParameterizedTest
    @EnumSource(names = {"CLEAR", "TLS"})
    void everyLongHandlerIsAloneToo(Transport transport) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.NO_EXECUTOR, Map.of())
                .handle(
                        "/",
                        exchange -> inTurn(() -> {
                            spin(30_000_000);
                            echo(exchange);
                        }))
                .start()) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(server.connect().handshake());
            }

            for (int round = 0; round < ROUNDS; round++) {
                for (RawClient client : clients) {
                    client.post("/", "hello " + round);
                }
                for (RawClient client : clients) {
                    assertThat(client.readResponse().text()).isEqualTo("hello " + round);
                }
            }

            assertThat(threads).hasSize(1);
            assertThat(mostInside).hasValue(1);
        }
    }

    @Test
    void anOverriddenConfiguratorWaitsForTheHandler() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.TLS, Mode.NO_EXECUTOR, Map.of());
                Gate gate = new Gate()) {
            ((HttpsServer) server.server()).setHttpsConfigurator(new HttpsConfigurator(TestKeys.serverContext()) {
                @Override
                public void configure(HttpsParameters parameters) {
                    noteTurn();
                    parameters.setSSLParameters(getSSLContext().getDefaultSSLParameters());
                    inside.decrementAndGet();
                }
            });
            server.handle(
                            "/held",
                            exchange -> inTurn(() -> {
                                gate.pass();
                                exchange.sendResponseHeaders(204, -1);
                            }))
                    .start();
            RawClient held = server.connect().get("/held");
            gate.awaitArrival();

            RawClient client = server.connect();
            OwnThread handshake = new OwnThread(ThreadKind.PLATFORM, client::handshake);
            assertThat(held.hasEventWithin(Deadlines.QUIET)).isFalse();
            assertThat(handshake.ended()).isFalse();
            gate.open();

            handshake.join();
            assertThat(held.readResponse().status()).isEqualTo(204);
            assertThat(threads).hasSize(1);
            assertThat(mostInside).hasValue(1);
        }
    }

    /** Application code that must not run concurrently. */
    @FunctionalInterface
    private interface Piece {
        void run() throws IOException;
    }

    private void inTurn(Piece piece) throws IOException {
        noteTurn();
        try {
            piece.run();
        } finally {
            inside.decrementAndGet();
        }
    }

    private void noteTurn() {
        threads.add(Thread.currentThread());
        mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
