package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests complete heads of 360 KB, each followed by one byte, while their handlers are slow. The heads take limited
 * memory, and the server frees it in the end. The server does not interrupt running handlers.
 */
@Execution(ExecutionMode.CONCURRENT)
class LargeHeadsBehindSlowHandlersTest {
    private static final int HEAD = 360_000;
    private static final long MEMORY = 4 << 20;
    private static final int CLIENTS = Ring.choose(20, 30);
    private static final int FIT = (int) (MEMORY * 3 / 4 / HEAD); // a quarter is for small heads
    private static final Map<String, String> SETTINGS =
            Map.of("ringer.maxBufferedMemory", "" + MEMORY, "ringer.drainTimeout", "10000");

    private static final String REQUEST =
            "GET /slow HTTP/1.1\r\nHost: test\r\n" + ("X: " + "y".repeat(1995) + "\r\n").repeat(180) + "\r\n";

    private static TestServer start(Mode mode, Map<String, String> settings, Gate gate) throws IOException {
        return TestServer.create(Provider.RINGER, mode, settings)
                .handle("/slow", exchange -> {
                    gate.pass();
                    exchange.sendResponseHeaders(204, -1);
                })
                .start();
    }

    private static List<RawClient> connectClients(TestServer server) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(server.connect().sendAsFarAsPossible(REQUEST + "G"));
        }
        return clients;
    }

    @InModes
    void takeNoMoreThanThereIsAndGiveAllBack(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = start(mode, SETTINGS, gate)) {
            BufferedMemory memory = server.memory();
            List<RawClient> clients = connectClients(server);
            Deadlines.await(
                    "what does not fit is refused", () -> memory.evictions() + memory.refused() >= CLIENTS - FIT - 2);
            Deadlines.await("no more is kept than fits", () -> memory.taken() < MEMORY + 2 * HEAD);

            gate.open();

            Map<Integer, Long> statuses = statuses(clients);
            assertThat(statuses).containsOnlyKeys(204, Violation.HEAD_MEMORY_SPENT.status());
            assertThat(statuses.get(204)).isBetween(1L, FIT + 2L);
            for (RawClient client : clients) {
                client.close();
            }
            Deadlines.await("all is given back", () -> memory.taken() < MEMORY / 2);
            assertThat(server.connect()
                            .sendAsFarAsPossible(REQUEST)
                            .readResponse()
                            .status())
                    .isEqualTo(204);
        }
    }

    /** Checks that large heads leave memory for a head that arrives in two packets, and for one of more than 2 KB. */
    @InModes
    void leaveRoomForSmallOnes(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = start(mode, SETTINGS, gate)) {
            BufferedMemory memory = server.memory();
            List<RawClient> large = connectClients(server);
            Deadlines.await(
                    "what does not fit is refused", () -> memory.evictions() + memory.refused() >= CLIENTS - FIT - 2);

            List<RawClient> small = new ArrayList<>();
            int pairs = Transport.current() == Transport.CLEAR ? 20 : 4; // over TLS, records also take memory
            for (int i = 0; i < pairs; i++) {
                RawClient inTwoParts = server.connect().send("GET /slow HTTP/1.1\r\nHo");
                server.settle();
                small.add(inTwoParts.send("st: test\r\n\r\n"));
                String field = "X: " + "y".repeat(1600) + "\r\n";
                small.add(server.connect().send("GET /slow HTTP/1.1\r\nHost: test\r\n" + field.repeat(10) + "\r\n"));
            }
            server.settle();
            gate.open();

            for (RawClient client : small) {
                assertThat(client.readResponse().status()).isEqualTo(204);
                client.close();
            }
            for (RawClient client : large) {
                client.close();
            }
        }
    }

    /** Checks that heads still count after a time limit has closed their connections, while the handlers still run. */
    @OnlyInTheClear("over TLS records count as well, and fewer heads fit")
    @InModes
    void countOnWhenTheirConnectionIsClosedWhileTheHandlerIsAtWork(Mode mode) throws IOException {
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put("sun.net.httpserver.maxRspTime", "150 ms");
        try (Gate gate = new Gate();
                TestServer server = TestServer.create(Provider.RINGER, mode, settings)
                        .handle("/slow", exchange -> {
                            gate.pass();
                            exchange.close();
                        })
                        .start()) {
            BufferedMemory memory = server.memory();
            for (int i = 0; i < FIT - 1; i++) {
                server.connect().sendAsFarAsPossible(REQUEST).awaitEnd(Deadlines.PATIENCE);
            }

            for (int i = 0; i < 4; i++) {
                server.connect().sendAsFarAsPossible(REQUEST);
            }

            Deadlines.await("what does not fit is refused", () -> memory.evictions() + memory.refused() > 0);
            assertThat(memory.taken()).isGreaterThan((FIT - 1L) * HEAD);
            gate.open();
            Deadlines.await("all is given back", () -> memory.taken() < MEMORY / 2);
        }
    }

    private static Map<Integer, Long> statuses(List<RawClient> clients) throws IOException {
        List<Integer> statuses = new ArrayList<>();
        for (RawClient client : clients) {
            statuses.add(client.readResponse().status());
        }
        return statuses.stream().collect(Collectors.groupingBy(status -> status, Collectors.counting()));
    }
}
