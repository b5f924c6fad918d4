package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests many incomplete heads, each within its own limits. Together they get at most an eighth of the heap. When this
 * share is exhausted, the server evicts the largest heads, not the newest.
 */
@Tag("outer")
@Execution(ExecutionMode.CONCURRENT)
class HeadMemoryIT {
    /** Takes 388 KiB, as much as the largest head and one more read. An eighth of the heap holds 21 of them. */
    private static final String INCOMPLETE = "GET /ok?large HTTP/1.1\r\nHost: test\r\nX: " + "y".repeat(300_000);

    private static final int HEADS = 40;

    @InModes({Mode.NO_EXECUTOR, Mode.CACHED_POOL})
    void refusesHeadsBeyondAnEighthOfTheHeap(Mode mode) throws IOException {
        try (var server = AbusedServer.started(mode, "-Xmx64m", "-Dringer.headTimeout=10")) {
            var before = server.holdingsOnceWarm();
            List<RawClient> clients = new ArrayList<>();
            for (var i = 0; i < HEADS; i++) {
                clients.add(server.connect().sendAsFarAsPossible(INCOMPLETE));
                server.assertServes();
                assertServesHeadsInTwoParts(server);
            }

            List<Integer> statuses = new ArrayList<>();
            for (var client : clients) {
                statuses.add(client.readResponse().status());
                client.close();
            }

            var counts = statuses.stream().collect(Collectors.groupingBy(status -> status, Collectors.counting()));
            assertThat(counts).containsOnlyKeys(Violation.HEAD_MEMORY_SPENT.status(), Violation.HEAD_TOO_SLOW.status());
            assertThat(counts.get(Violation.HEAD_TOO_SLOW.status())).isBetween(8L, 21L);
            server.assertBackTo(before);
            assertAllIsGivenBack(server);
            server.assertSilent();
        }
    }

    private static void assertServesHeadsInTwoParts(AbusedServer server) throws IOException {
        try (var client = server.connect().send("GET /ok?two HTTP/1.1\r\nHo")) {
            server.assertHears();
            assertThat(client.send("st: test\r\n\r\n").readResponse().text()).isEqualTo("two");
        }
    }

    /** Checks that new clients can begin and complete nearly as many heads as fit. */
    private static void assertAllIsGivenBack(AbusedServer server) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (var i = 0; i < 12; i++) {
            clients.add(server.connect().send(INCOMPLETE));
        }
        for (var client : clients) {
            assertThat(client.send("\r\n\r\n").readResponse().text()).isEqualTo("large");
            client.close();
        }
    }
}
