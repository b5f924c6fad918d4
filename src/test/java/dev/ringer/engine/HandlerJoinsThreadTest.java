package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests handlers that run on the loop thread, and join another thread of the application that waits for its client. In
 * an earlier version, virtual threads depended on the loop that the handler blocked, so healthy clients were
 * disconnected.
 */
@Timeout(60)
class HandlerJoinsThreadTest {
    private static final int LARGE = Ring.choose(5, 8) << 20;

    /** A reader that is never woken fails after this time, so the test can end. */
    private static final Map<String, String> STALLS =
            Map.of("ringer.bodyStallTimeout", "20", "ringer.writeStallTimeout", "20");

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#withoutExecutor")
    void theThreadReadsTheBody(Setup setup) throws IOException {
        byte[] body = Pattern.of(3, 1 << 20);
        Gate inside = new Gate();
        try (TestServer server = setup.create(STALLS).handle("/", exchange -> {
            CompletableFuture<byte[]> read = new CompletableFuture<>();
            OwnThread reader = new OwnThread(setup.threads(), () -> {
                exchange.getRequestBody().readNBytes(1);
                inside.arrive();
                read.complete(exchange.getRequestBody().readAllBytes());
            });
            reader.join();
            answer(exchange, read.getNow(new byte[0])); // empty if the reader has failed
        })) {
            RawClient client = server.start().connect().request("POST", "/", "Content-Length: " + body.length);
            client.send(Arrays.copyOf(body, 1));
            inside.awaitArrival();

            client.sendLarge(Arrays.copyOfRange(body, 1, body.length));

            Response response = client.readResponse();
            assertThat(response.body()).isEqualTo(Arrays.copyOfRange(body, 1, body.length));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#withoutExecutor")
    void theThreadWritesTheResponse(Setup setup) throws IOException {
        byte[] body = Pattern.of(4, LARGE);
        try (TestServer server = setup.create(STALLS)
                .handle("/", exchange -> new OwnThread(setup.threads(), () -> answer(exchange, body)).join())) {
            RawClient client = server.start().connectNarrow().get("/");

            assertThat(client.readResponse().body()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#withoutExecutor")
    void aResponseOfAnEarlierHandlerGoesOn(Setup setup) throws IOException {
        byte[] body = Pattern.of(5, LARGE);
        try (TestServer server = setup.create(STALLS);
                Gate gate = new Gate()) {
            server.handle("/later", exchange -> new OwnThread(setup.threads(), () -> answer(exchange, body)));
            server.handle("/wait", exchange -> holdAndAnswer(gate, exchange));
            server.start();
            RawClient slow = server.connectNarrow().get("/later");
            slow.stream().mark(1);
            assertThat(slow.stream().read()).isEqualTo('H');
            slow.stream().reset();
            RawClient held = server.connect().get("/wait");
            gate.awaitArrival();

            Response response = slow.readResponse();

            assertThat(response.body()).isEqualTo(body);
            gate.open();
            assertThat(held.readResponse().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#withoutExecutor")
    void anUploadToAnEarlierHandlerGoesOn(Setup setup) throws IOException {
        byte[] body = Pattern.of(6, LARGE);
        try (TestServer server = setup.create(STALLS);
                Gate gate = new Gate()) {
            server.handle(
                    "/later",
                    exchange -> new OwnThread(setup.threads(), () -> {
                        byte[] read = exchange.getRequestBody().readAllBytes();
                        answer(exchange, Arrays.equals(read, body) ? new byte[1] : new byte[2]);
                    }));
            server.handle("/wait", exchange -> holdAndAnswer(gate, exchange));
            server.start();
            RawClient upload = server.connect().request("POST", "/later", "Content-Length: " + body.length);
            upload.sendLarge(Arrays.copyOf(body, LARGE / 2));
            RawClient held = server.connect().get("/wait");
            gate.awaitArrival();

            upload.sendLarge(Arrays.copyOfRange(body, LARGE / 2, LARGE));

            assertThat(upload.readResponse().body()).hasSize(1);
            gate.open();
            assertThat(held.readResponse().status()).isEqualTo(200);
        }
    }

    /** The other thread writes to another client, so this handler is like one that sleeps. */
    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#withoutExecutor")
    void theThreadAnswersAnotherExchange(Setup setup) throws IOException {
        byte[] body = Pattern.of(7, LARGE);
        CompletableFuture<HttpExchange> first = new CompletableFuture<>();
        try (TestServer server = setup.create(STALLS)
                .handle("/first", first::complete)
                .handle("/second", exchange -> {
                    new OwnThread(setup.threads(), () -> answer(first.join(), body)).join();
                    answer(exchange, new byte[] {1});
                })) {
            RawClient waiting = server.start().connectNarrow().get("/first");
            first.join();
            RawClient second = server.connect().get("/second");

            assertThat(waiting.readResponse().body()).isEqualTo(body);
            assertThat(second.readResponse().status()).isEqualTo(200);
        }
    }

    private static void holdAndAnswer(Gate gate, HttpExchange exchange) throws IOException {
        gate.pass();
        answer(exchange, new byte[] {1});
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
