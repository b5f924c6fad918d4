package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.Trailers;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests trailer sections that the server retains for handlers: they count as memory; unneeded ones are dropped. */
class TrailerFloodTest {
    private static final String CHUNKED = Victim.CHUNKED + "0\r\n";
    private static final int LINES = 150;
    private static final int SIZE = LINES * 2000;
    private static final String SECTION = ("X-Y: " + "y".repeat(1993) + "\r\n").repeat(LINES) + "\r\n";

    private final BlockingQueue<Object> notes = new LinkedBlockingQueue<>();

    private Object note() throws InterruptedException {
        return notes.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @InModes
    void countsUntilTheExchangeHasEnded(Mode mode) throws Exception {
        Gate gate = new Gate();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    notes.add(Trailers.request(exchange).get("X-Y").size());
                    gate.pass();
                    exchange.sendResponseHeaders(204, -1);
                })
                .start()) {
            RawClient client = server.connect();
            long before = server.memory().taken();
            client.sendLarge((CHUNKED + SECTION).getBytes());

            assertThat(note()).isEqualTo(LINES);
            assertThat(server.memory().taken()).isGreaterThan(before + SIZE);

            gate.open();
            assertThat(client.readResponse().status()).isEqualTo(204);
            Deadlines.await("memory given back", () -> server.memory().taken() < before + SIZE);
        }
    }

    @InModes
    void breaksBodiesOffIfThereIsNoMemory(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, Map.of("ringer.maxBufferedMemory", "" + SIZE))
                .handle("/", exchange -> {
                    try (exchange) {
                        exchange.getRequestBody().readAllBytes();
                        notes.add(Trailers.request(exchange));
                        exchange.sendResponseHeaders(204, -1);
                    }
                })
                .start()) {
            RawClient flooding = server.connect().sendAsFarAsPossible((CHUNKED + SECTION).getBytes());
            // the handler's read fails, or the server evicts the connection before it calls the handler
            assertThat(flooding.readToEnd()).doesNotContain(" 204 ");

            RawClient client = server.connect().send(CHUNKED + "X-Y: y\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(204);
            assertThat(note()).isEqualTo(RingerHeaders.of("X-Y", "y"));
            assertThat(notes).isEmpty();
        }
    }

    /** Checks that the server validates and discards the trailers of a body that no handler reads. */
    @Test
    void keepsNothingOfWhatIsDrained() throws Exception {
        try (TestServer server = TestServer.create(
                        Provider.RINGER,
                        Transport.CLEAR,
                        Mode.FIXED_POOL,
                        Map.of("ringer.bodyBuffer", "0", "sun.net.httpserver.drainAmount", "1000000"))
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient client = server.connect();
            long before = server.memory().taken();

            client.send(CHUNKED);
            assertThat(client.readResponse().status()).isEqualTo(204);
            client.sendLarge(SECTION.getBytes());

            assertThat(client.get("/").readResponse().status()).isEqualTo(204);
            assertThat(server.memory().taken()).isLessThan(before + SIZE);
            client.send(CHUNKED).send("X : y\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(204);
            assertThat(client.readToEnd()).isEmpty();
        }
    }
}
