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
 * Tests a handler that returns while another thread ends its exchange, when the socket is full up to the last bytes.
 * The server flushes after the handler. This flush must not send for an ended exchange, and no thread may wait for the
 * client. Others are served before the client reads, and then the client gets the complete response. In an earlier
 * version, the flush checked {@code ended} without the output lock.
 *
 * <p>The test depends on chance. The response is a little shorter than what the system has buffered before, and both
 * threads start from a barrier.
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

    /** Returns how many bytes of a response the system buffers if nobody reads. */
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

    /** Whether the response was written before the client read anything. Only then does the round test the flush. */
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

    /** Waits for the other thread, and then for some spins. */
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
