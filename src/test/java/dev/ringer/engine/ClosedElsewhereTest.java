package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests an exchange that another thread closes while its client reads nothing and its handler writes, reads or returns.
 * No other thread waits for that client. The client gets what was written, and can see whether the response is
 * complete.
 */
@Timeout(60)
class ClosedElsewhereTest {
    private final Outpour outpour = new Outpour();
    private final CompletableFuture<HttpExchange> open = new CompletableFuture<>();
    private final CompletableFuture<Throwable> handlerEnd = new CompletableFuture<>();

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void whileItsHandlerWrites(Setup setup) throws Exception {
        try (TestServer server = serve(setup, outpour::write)) {
            RawClient client = server.connectNarrow().get("/");
            outpour.awaitFullSocket();

            OwnThread closing = closeElsewhere(setup);

            assertOthersAreServed(server, setup.mode().concurrent());
            assertPrefix(client.readResponse());
            assertAllEnd(server, closing);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void whileItsHandlerReads(Setup setup) throws Exception {
        try (TestServer server = serve(setup, exchange -> {
            new OwnThread(setup.threads(), () -> outpour.write(exchange));
            exchange.getRequestBody().readAllBytes();
        })) {
            RawClient client = server.connectNarrow().request("POST", "/", "Content-Length: 100000");
            outpour.awaitFullSocket();

            OwnThread closing = closeElsewhere(setup);

            assertOthersAreServed(server, setup.mode().concurrent());
            assertPrefix(client.readResponse());
            assertThat(handlerEnd()).isInstanceOf(IOException.class);
            assertAllEnd(server, closing);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void whileItsHandlerReturns(Setup setup) throws Exception {
        try (TestServer server =
                serve(setup, exchange -> new OwnThread(setup.threads(), () -> outpour.write(exchange)))) {
            RawClient client = server.connectNarrow().get("/");
            assertThat(handlerEnd()).isNull();
            outpour.awaitFullSocket();

            OwnThread closing = closeElsewhere(setup);

            assertOthersAreServed(server, true);
            assertPrefix(client.readResponse());
            assertAllEnd(server, closing);
        }
    }

    /** The client leaves instead of reading. */
    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void andItsClientLeaves(Setup setup) throws Exception {
        try (TestServer server = serve(setup, outpour::write)) {
            RawClient client = server.connectNarrow().get("/");
            outpour.awaitFullSocket();
            OwnThread closing = closeElsewhere(setup);

            client.reset();

            assertThat(outpour.end()).isInstanceOf(IOException.class);
            assertAllEnd(server, closing);
        }
    }

    private TestServer serve(Setup setup, HttpHandler handler) throws IOException {
        return setup.create()
                .handle("/", exchange -> {
                    open.complete(exchange);
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

    private OwnThread closeElsewhere(Setup setup) {
        return new OwnThread(setup.threads(), () -> open.join().close());
    }

    /** Checks that others are served. {@code expected} says whether a thread for handlers is free. */
    private static void assertOthersAreServed(TestServer server, boolean expected) throws IOException {
        for (int i = 0; expected && i < 10; i++) {
            assertThat(server.connect().get("/other").readResponse().status()).isEqualTo(204);
        }
    }

    private static void assertPrefix(Response response) {
        byte[] body = response.body();
        assertThat(body.length).isPositive();
        assertThat(Arrays.equals(body, Arrays.copyOf(Outpour.BODY, body.length)))
                .as("the client got what was written")
                .isTrue();
        assertThat(response.complete()).isEqualTo(body.length == Outpour.BODY.length);
    }

    private void assertAllEnd(TestServer server, OwnThread closing) throws Exception {
        assertThat(closing.end()).isNull();
        outpour.end();
        handlerEnd();
        assertOthersAreServed(server, true);
    }

    private Throwable handlerEnd() throws Exception {
        return handlerEnd.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
