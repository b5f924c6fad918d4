package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests clients that stall in large heads until memory is exhausted: the largest are evicted, others are served. */
@Execution(ExecutionMode.CONCURRENT)
class StalledLargeHeadsTest {
    private static final long MEMORY = 8 << 20;
    private static final Map<String, String> SETTINGS =
            Map.of("ringer.maxBufferedMemory", "" + MEMORY, "ringer.drainTimeout", "10000");

    /** Takes 388 KiB, the maximum for one head. The memory is enough for 21 such heads. */
    private static final String STALLED = " / HTTP/1.1\r\nHost: test\r\nX: " + "y".repeat(300_000);

    private static final int CLIENTS = 24;
    private static final int SPENT = Violation.HEAD_MEMORY_SPENT.status();

    private static TestServer start(Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, mode, SETTINGS)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start();
    }

    @InModes
    void newcomersWhoseHeadsComeInTwoPartsAreServed(Mode mode) throws IOException {
        try (TestServer server = start(mode)) {
            List<RawClient> stalled = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                stalled.add(server.connect().sendAsFarAsPossible("GET" + STALLED));

                RawClient newcomer = server.connect().send("GET / HTTP/1.1\r\nHo");
                server.settle();
                assertThat(newcomer.send("st: test\r\n\r\n").readResponse().status())
                        .isEqualTo(204);
            }

            Deadlines.await(
                    "there is no memory for all", () -> server.memory().evictions() > 0); // when all heads were read
            Map<Integer, Long> statuses = statusesOnceComplete(stalled);

            assertThat(statuses).containsOnlyKeys(204, SPENT);
            assertThat(statuses.get(SPENT)).isBetween(1L, 16L);
            assertThat(server.memory().refused()).isZero();
        }
    }

    private static Map<Integer, Long> statusesOnceComplete(List<RawClient> clients) throws IOException {
        List<Integer> statuses = new ArrayList<>();
        for (RawClient client : clients) {
            statuses.add(client.sendAsFarAsPossible("\r\n\r\n").readResponse().status());
        }
        return statuses.stream().collect(Collectors.groupingBy(status -> status, Collectors.counting()));
    }

    @InModes(Mode.NO_EXECUTOR)
    void whoAsksForAHeadAloneGetsNoContent(Mode mode) throws IOException {
        try (TestServer server = start(mode)) {
            List<RawClient> stalled = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                stalled.add(server.connect().sendAsFarAsPossible("HEAD" + STALLED));
            }
            Deadlines.await("there is no memory for all", () -> server.memory().evictions() > 0);

            int refused = 0;
            for (RawClient client : stalled) {
                String answer = client.sendAsFarAsPossible("\r\n\r\n").readUntil("\r\n\r\n");
                if (answer.startsWith("HTTP/1.1 503 ")) {
                    refused++;
                    assertThat(client.readToEnd()).isEmpty();
                }
            }
            assertThat(refused).isPositive();
        }
    }
}
