package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests a few cheap connections that try to fill a small heap. The memory account keeps the server alive. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("outer")
class HoardedMemoryIT {
    private static final String LARGE_HEAD =
            " HTTP/1.1\r\nHost: test\r\n" + ("X: " + "y".repeat(1995) + "\r\n").repeat(180) + "\r\n";

    private static final int LARGE_HEADS = 150;

    /** The fewest heads of 360 KB that fit into 16 MiB, each with its enlarged input buffer. */
    private static final int LARGE_HEADS_THAT_FIT = 10;

    /** Options with long time limits, because large heads take long. */
    private static final String[] PATIENT = {
        "-Xmx128m",
        "-Dringer.headTimeout=20",
        "-Dringer.bodyStallTimeout=20",
        "-Dringer.drainTimeout=20000",
        "-Dsun.net.httpserver.maxReqTime=0",
        "-Dsun.net.httpserver.maxRspTime=0"
    };

    /** Checks that the heads get at most an eighth of the heap, and that the server interrupts no running handler. */
    @Abuse
    @Over({Transport.CLEAR, Transport.TLS})
    void largeHeadsBehindSlowHandlers(Mode mode, Transport transport) throws IOException {
        try (var server = AbusedServer.started(mode, transport, PATIENT)) {
            var before = server.holdingsOnceWarm();
            List<RawClient> clients = new ArrayList<>();
            for (var i = 0; i < LARGE_HEADS; i++) {
                clients.add(server.connect().sendAsFarAsPossible("GET /held" + LARGE_HEAD + "G"));
            }
            if (mode.concurrent()) {
                server.assertServes();
            } else {
                server.assertHears();
            }

            server.tell("open");

            List<Integer> statuses = new ArrayList<>();
            for (var client : clients) {
                statuses.add(client.readResponse().status());
                client.close();
            }
            var counts = statuses.stream().collect(Collectors.groupingBy(status -> status, Collectors.counting()));
            assertThat(counts).containsOnlyKeys(200, Violation.HEAD_MEMORY_SPENT.status());
            assertThat(counts.get(200)).isGreaterThan(LARGE_HEADS_THAT_FIT);
            server.assertServes();
            server.assertBackTo(before);
            server.assertSilent();
        }
    }
}
