package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests clients that do not read a large response: the handler's write fails in time, and others are served. */
@Execution(ExecutionMode.CONCURRENT)
class SlowReadTest {
    /** More than the operating system buffers for a client with little room for data that it does not read. */
    private static final int LARGE = Ring.choose(12, 64) << 20;

    @InModes
    void cutsOffAClientThatDoesNotRead(Mode mode) throws Exception {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        try (TestServer server = TestServer.create(Provider.RINGER, mode, Map.of("ringer.writeStallTimeout", "150 ms"))
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, LARGE);
                    writeUntil(end, exchange.getResponseBody());
                })
                .start()) {
            server.connectNarrow().get("/");

            assertThat(end.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isInstanceOf(IOException.class);
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void servesOthersMeanwhile(Mode mode) throws IOException {
        HttpHandler large = exchange -> {
            exchange.sendResponseHeaders(200, LARGE);
            exchange.getResponseBody().write(new byte[LARGE]);
            exchange.close();
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/large", large)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient reader = server.connectNarrow().get("/large");
            assertThat(reader.hasByteWithin(Deadlines.PATIENCE)).isTrue();

            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(204);

            assertThat(reader.readResponse().body()).hasSize(LARGE);
        }
    }

    private static void writeUntil(CompletableFuture<Throwable> end, OutputStream out) {
        try {
            out.write(new byte[LARGE]);
            end.complete(null);
        } catch (IOException e) {
            end.complete(e);
        }
    }
}
