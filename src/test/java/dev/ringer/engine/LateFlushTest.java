package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;

/**
 * A handler returns at the moment when another thread ends its exchange, while the client takes nothing and the
 * socket is full up to the last few bytes of the response. What the server sends on behalf of the handler that
 * returned must never belong to an exchange that has ended, and nobody may wait for that client: others are served
 * before it reads, and then it gets what was written. The fault was: "a flush on behalf of a handler that returned
 * checks {@code ended} outside the output lock".
 *
 * <p>By chance: the length of the response is what the system was seen to hold, less a little, and both threads start
 * from a barrier.
 */
@Timeout(180)
class LateFlushTest {
    private static final int MILLIS = Ring.choose(300, 2_000);
    private static final int MOST = 24 << 20;
    private static final byte[] BODY = Pattern.of(8, MOST);
    private static final int PIECE = 8 * 1024;
    private static final int SPREAD = 96 * 1024;
    private static final int MOST_SPINS = 400;

    private final Random random = new Random(1);
    private volatile int length;
    private volatile int spins;
    private final AtomicReference<Count> written = new AtomicReference<>();

    @OnlyInTheClear("what the system holds is counted in the clear")
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void neverSendsForAnExchangeThatHasEnded(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, mode, Map.of())
                .handle("/", this::endElsewhere)
                .handle("/fill", this::fill)
                .handle("/other", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            int held = measure(server);
            long end = System.nanoTime() + MILLIS * 1_000_000L;
            while (System.nanoTime() - end < 0) {
                length = held - random.nextInt(SPREAD);
                spins = random.nextInt(MOST_SPINS);
                if (!playRound(server)) {
                    held -= PIECE;
                }
            }
        }
    }

    /** What the system holds of a response that its client does not read. */
    private int measure(TestServer server) throws Exception {
        written.set(new Count());
        try (RawClient client = server.connectNarrow()) {
            client.get("/fill");
            written.get().awaitAt(1);
            written.get().awaitStill();
            return (int) written.get().value();
        }
    }

    private void fill(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, MOST);
        writeUpTo(MOST, exchange.getResponseBody(), written.get());
    }

    private static void writeUpTo(int length, OutputStream out, Count count) throws IOException {
        for (int at = 0; at < length; at += PIECE) {
            int piece = Math.min(PIECE, length - at);
            out.write(BODY, at, piece);
            count.add(piece);
        }
    }

    /** Whether all was written before the client read anything, as it must be to bring about what this is about. */
    private boolean playRound(TestServer server) throws Exception {
        Count count = new Count();
        written.set(count);
        try (RawClient client = server.connectNarrow().get("/")) {
            count.awaitAt(PIECE);
            boolean all = count.awaitAtOrStill(length);
            if (all) {
                assertThat(server.connect().get("/other").readResponse().status())
                        .isEqualTo(204);
            }
            Response response = client.readResponse();
            assertThat(response.complete()).isTrue();
            assertThat(Arrays.equals(response.body(), Arrays.copyOf(BODY, length)))
                    .as("the response of %d bytes", length)
                    .isTrue();
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
            return all;
        }
    }

    private void endElsewhere(HttpExchange exchange) throws IOException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        AtomicInteger ready = new AtomicInteger(2);
        exchange.sendResponseHeaders(200, length);
        OutputStream out = exchange.getResponseBody();
        new OwnThread(ThreadKind.PLATFORM, () -> {
            writeUpTo(length - 1, out, written.get());
            written.get().add(1);
            barrier.await();
            meet(ready, 0);
            out.write(BODY[length - 1]);
            exchange.close();
        });
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IOException(e);
        }
        meet(ready, spins);
    }

    /** Both threads go on at the same moment, but for a few turns. */
    private static void meet(AtomicInteger ready, int spins) {
        ready.decrementAndGet();
        while (ready.get() > 0) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }
}
