package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Timeout;

/** Tests how many bytes a handler can write without waiting for the client, on a pool of two threads. */
@Timeout(60)
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class ResponseBufferTest {
    private static final int PIECE = 64 * 1024;

    /** More than the system and the server buffer together. */
    private static final int PIECES = 512;

    private static final int BUFFER = 16 * 1024 * 1024;
    private static final byte[] PAGE = Pattern.of(8, BUFFER);

    private final Count written = new Count();
    private final Count ended = new Count();

    @InModes(Mode.FIXED_POOL)
    void clientsThatReadNothingHoldNoThread(Transport transport) throws Exception {
        try (TestServer server = start(transport, BUFFER)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                clients.add(server.connectNarrow().get("/page"));
            }

            ended.awaitAt(clients.size());

            for (RawClient client : clients) {
                Response response = client.readResponse();
                assertThat(response.complete()).isTrue();
                assertThat(Arrays.equals(response.body(), PAGE)).isTrue();
            }
        }
    }

    @InModes(Mode.FIXED_POOL)
    void aLargerResponseWaitsForItsClient(Transport transport) throws Exception {
        for (int buffer : new int[] {0, 256 * 1024}) {
            written.add(-written.value());
            try (TestServer server = start(transport, buffer)) {
                RawClient client = server.connectNarrow().get("/streamed");
                written.awaitAt(buffer / PIECE);
                written.awaitStill();

                assertThat(written.value()).isLessThan(PIECES);

                assertThat(client.readResponse().body()).hasSize(PIECES * PIECE);
                written.awaitAt(PIECES);
            }
        }
    }

    private TestServer start(Transport transport, int buffer) throws IOException {
        Map<String, String> properties =
                Map.of("ringer.responseBuffer", Integer.toString(buffer), "ringer.maxBufferedMemory", "0");
        return TestServer.create(Provider.RINGER, transport, Executors.newFixedThreadPool(2), properties)
                .handle("/page", exchange -> {
                    exchange.sendResponseHeaders(200, PAGE.length);
                    exchange.getResponseBody().write(PAGE);
                    exchange.close();
                    ended.add(1);
                })
                .handle("/streamed", this::stream)
                .start();
    }

    private void stream(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            for (int i = 0; i < PIECES; i++) {
                body.write(PAGE, 0, PIECE);
                written.add(1);
            }
        }
    }
}
