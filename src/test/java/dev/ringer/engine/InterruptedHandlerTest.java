package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;

/**
 * Tests interrupts of a handler that waits for its client. The wait ends with an exception, and the connection ends. An
 * interrupt affects no other connection, and is cleared when the handler returns.
 */
@Timeout(60)
@Over({Transport.CLEAR, Transport.TLS})
class InterruptedHandlerTest {
    private final AtomicReference<Thread> handlerThread = new AtomicReference<>();
    private final CompletableFuture<Throwable> handlerEnd = new CompletableFuture<>();

    @InModes
    void whileItReads(Mode mode) throws Exception {
        Gate reading = new Gate();
        try (TestServer server = serve(mode, exchange -> {
            exchange.getRequestBody().read();
            reading.arrive();
            exchange.getRequestBody().readAllBytes();
        })) {
            RawClient idle = server.connect().get("/other");
            idle.readResponse();
            RawClient client = server.connect()
                    .request("POST", "/", "Content-Length: 100000")
                    .send("x");
            reading.awaitArrival();

            handlerThread.get().interrupt();

            assertOnlyThatConnectionEnds(server, client, idle);
        }
    }

    @InModes
    void whileItWrites(Mode mode) throws Exception {
        Outpour outpour = new Outpour();
        try (TestServer server = serve(mode, outpour::write)) {
            RawClient idle = server.connect().get("/other");
            idle.readResponse();
            RawClient client = server.connectNarrow().get("/");
            outpour.awaitFullSocket();

            handlerThread.get().interrupt();

            assertOnlyThatConnectionEnds(server, client, idle);
        }
    }

    @InModes
    void beforeItWaits(Mode mode) throws Exception {
        try (TestServer server = serve(mode, exchange -> {
            Thread.currentThread().interrupt();
            exchange.getRequestBody().readAllBytes();
        })) {
            RawClient idle = server.connect().get("/other");
            idle.readResponse();
            RawClient client = server.connect().request("POST", "/", "Content-Length: 100000");

            assertOnlyThatConnectionEnds(server, client, idle);
        }
    }

    private TestServer serve(Mode mode, HttpHandler handler) throws IOException {
        return TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    handlerThread.set(Thread.currentThread());
                    try {
                        handler.handle(exchange);
                        handlerEnd.complete(null);
                    } catch (Throwable failure) {
                        handlerEnd.complete(failure);
                        throw failure;
                    }
                })
                .handle("/other", exchange -> exchange.sendResponseHeaders(204, -1))
                .start();
    }

    private void assertOnlyThatConnectionEnds(TestServer server, RawClient client, RawClient idle) throws Exception {
        assertThat(handlerEnd.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .isInstanceOf(IOException.class);
        client.readToEnd();
        for (int i = 0; i < 10; i++) {
            assertThat(idle.get("/other").readResponse().status()).isEqualTo(204);
            assertThat(server.connect().get("/other").readResponse().status()).isEqualTo(204);
        }
    }
}
