package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that a client that pipelines without end gets only its share of the loop: requests of others are answered
 * within a few turns. The test counts requests, not time. The handler itself sends the other clients' requests, so they
 * arrive before the next pipelined request is served. In an earlier version, the limit of 16 requests failed if OP_READ
 * came while {@code serveAgain} was queued.
 */
@Timeout(60)
class PipelineBudgetTest {
    /** Twice two budgets: one in the current turn, and one before the events of the other clients. */
    private static final int SHARE = 4 * 16;

    private static final int PROBES = 40;
    private static final int OTHERS = 10;
    private static final int REQUESTS_BETWEEN = 500;
    private static final byte[] BATCH =
            "GET /flood HTTP/1.1\r\nHost: test\r\n\r\n".repeat(200).getBytes(StandardCharsets.US_ASCII);

    private final List<Integer> served = new ArrayList<>(); // used only by the handlers' thread
    private final CompletableFuture<List<Integer>> all = new CompletableFuture<>();
    private final List<RawClient> probes = new ArrayList<>();
    private int unanswered;
    private int count;
    private int countAtProbe;
    private boolean probing;

    @InModes({Mode.NO_EXECUTOR, Mode.CALLER_RUNS, Mode.LOOPS})
    void theOthersAreServedBetween(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, Map.of("ringer.loops", "1"))
                .handle("/flood", this::flood)
                .handle("/probe", this::probe)
                .start()) {
            for (int i = 0; i < OTHERS; i++) {
                probes.add(server.connect().handshake());
            }
            RawClient flooder = server.connect().handshake();
            OwnThread reader = discard(flooder);
            OwnThread sender = new OwnThread(ThreadKind.PLATFORM, () -> {
                while (!all.isDone()) {
                    flooder.send(BATCH);
                }
            });

            List<Integer> servedBefore = all.get(3 * Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);

            assertThat(servedBefore).allSatisfy(requests -> assertThat(requests).isLessThanOrEqualTo(SHARE));
            flooder.reset();
            sender.end();
            reader.end();
        } finally {
            all.complete(List.of());
        }
    }

    private static OwnThread discard(RawClient client) {
        return new OwnThread(ThreadKind.PLATFORM, () -> client.stream().transferTo(OutputStream.nullOutputStream()));
    }

    private void flood(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(204, -1);
        if (++count % REQUESTS_BETWEEN == 0 && !probing) {
            probing = true;
            countAtProbe = count;
            unanswered = OTHERS;
            for (RawClient probe : probes) {
                probe.get("/probe");
            }
        }
    }

    private void probe(HttpExchange exchange) throws IOException {
        if (--unanswered == 0) {
            served.add(count - countAtProbe);
            probing = false;
        }
        exchange.sendResponseHeaders(204, -1);
        if (served.size() == PROBES) {
            all.complete(List.copyOf(served));
        }
    }
}
