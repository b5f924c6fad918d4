package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.internal.protocol.Violation;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Few cheap connections that would take all of a small heap: the account of memory keeps the server alive. */
@Execution(ExecutionMode.CONCURRENT)
class HoardedMemoryIT {
    private static final String LARGE_HEAD =
            " HTTP/1.1\r\nHost: test\r\n" + ("X: " + "y".repeat(1995) + "\r\n").repeat(180) + "\r\n";

    private static final int LARGE_HEADS = 150;

    /** 1,100 octets of a record of 16,000, as a handshake would begin. */
    private static final String PART_OF_A_RECORD = "\u0016\u0003\u0001\u003e\u0080" + "\0".repeat(1095);

    private static final int UNFINISHED_RECORDS = 5000;

    /** Many handshakes take their time. */
    private static final String[] PATIENT = {
        "-Xmx128m",
        "-Dringer.headTimeout=20",
        "-Dringer.bodyStallTimeout=20",
        "-Dringer.drainTimeout=20000",
        "-Dsun.net.httpserver.idleInterval=30",
        "-Dsun.net.httpserver.maxReqTime=0",
        "-Dsun.net.httpserver.maxRspTime=0"
    };

    private static void assumeAvailable(Mode mode) {
        assumeTrue(mode.available(), "virtual threads need JDK 21");
    }

    /** Of the heap, which they would fill, they get an eighth; a handler that is at work is not interrupted. */
    @ParameterizedTest
    @CsvSource({
        "NO_EXECUTOR, CLEAR", "NO_EXECUTOR, TLS",
        "CACHED_POOL, CLEAR", "CACHED_POOL, TLS",
        "VIRTUAL, CLEAR", "VIRTUAL, TLS"
    })
    void largeHeadsBehindSlowHandlers(Mode mode, Transport transport) throws IOException {
        assumeAvailable(mode);
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
            assertThat(counts.get(200)).isGreaterThan(20);
            server.assertServes();
            server.assertBackTo(before);
            server.assertSilent();
        }
    }

    /** Each would rent 34 KiB. */
    @ParameterizedTest
    @EnumSource(names = {"NO_EXECUTOR", "CACHED_POOL", "VIRTUAL"})
    void unfinishedRecords(Mode mode) throws IOException {
        assumeAvailable(mode);
        try (var server = AbusedServer.started(mode, Transport.TLS, PATIENT)) {
            var before = server.holdingsOnceWarm();
            try (var swarm = new Swarm(server, UNFINISHED_RECORDS)) {
                swarm.send(PART_OF_A_RECORD);

                server.assertServes();
                server.assertServes();
            }

            server.assertBackTo(before);
            server.assertSilent();
        }
    }
}
