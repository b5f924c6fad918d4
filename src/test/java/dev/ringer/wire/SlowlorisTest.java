package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests heads that arrive slowly or stop, on many connections: they are cut off in time, and others are served. */
@Execution(ExecutionMode.CONCURRENT)
class SlowlorisTest {
    private static final int CLIENTS = Ring.choose(40, 200);
    private static final int LONG_BODY = 100_000; // so long that its handler begins before it has arrived
    private static final Map<String, String> BRIEFLY = Map.of("ringer.headTimeout", "150 ms");

    @InModes
    void cutsOffAHeadThatStops(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, BRIEFLY)) {
            RawClient client = victim.connect().send("GET / HTTP/1.1\r\nHost: te");

            String answer = client.readToEnd();

            assertThat(answer)
                    .satisfiesAnyOf(
                            text -> assertThat(text).isEmpty(),
                            text -> assertThat(text).startsWith("HTTP/1.1 408 "));
            assertThat(victim.seen()).isEmpty();
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void blamesNobodyWhoWaitsForAnotherHandler(Mode mode) throws IOException {
        AtomicReference<RawClient> other = new AtomicReference<>();
        AtomicInteger served = new AtomicInteger();
        try (TestServer server = TestServer.create(Provider.RINGER, mode, BRIEFLY)
                .handle("/", exchange -> {
                    if (served.incrementAndGet() == 1) {
                        other.get().request("POST", "/body", "Content-Length: " + LONG_BODY);
                    }
                    exchange.sendResponseHeaders(204, -1);
                })
                .handle("/body", exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(200, -1);
                })
                .start()) {
            other.set(server.connect());
            assertThat(other.get().fate())
                    .isEqualTo(Fate.USABLE); // over TLS, completes the handshake while the server is free
            RawClient pipelining = server.connect().send(Victim.GET.repeat(64));

            int answered = 0;
            while (pipelining.hasEventWithin(Deadlines.QUIET)) {
                assertThat(pipelining.readResponse().status()).isEqualTo(204);
                answered++;
            }
            assertThat(other.get().send("b".repeat(LONG_BODY)).readResponse().status())
                    .isEqualTo(200);

            assertThat(answered).isLessThan(64);
            for (int i = answered; i < 64; i++) {
                assertThat(pipelining.readResponse().status()).isEqualTo(204);
            }
        }
    }

    @InModes
    void drippingDoesNotExtendTheLimit(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, BRIEFLY)) {
            RawClient client = victim.connect().send("GET / HTTP/1.1\r\nHost: test\r\nX: ");
            long start = System.nanoTime();

            boolean answered = false;
            while (!answered && System.nanoTime() - start < Deadlines.PATIENCE.toNanos()) {
                answered = !drips(client) || client.hasEventWithin(Deadlines.QUIET);
            }

            assertThat(answered).isTrue();
            assertThat(victim.seen()).isEmpty();
        }
    }

    @InModes
    void cutsOffAConnectionThatSaysNothing(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, BRIEFLY)) {
            RawClient silent = victim.connect();

            assertThat(silent.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void servesOthersMeanwhile(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("ringer.headTimeout", "600"))) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                slow.add(victim.connect().send("GET /slow HTTP/1.1\r\nHost: te"));
            }

            victim.accepts(Victim.GET, "GET /");

            for (RawClient client : slow) {
                client.send("st\r\n\r\n");
            }
            for (RawClient client : slow) {
                assertThat(client.readResponse().status()).isEqualTo(200);
            }
        }
    }

    @InModes
    void neverDispatchesAHeadThatWasCutOff(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String begun :
                    List.of("G", "GET / HTTP/1.1", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: test\r\n")) {
                RawClient client = victim.connect().send(begun).halfClose();

                assertThat(client.readToEnd()).as(begun).doesNotContain(" 200 ");
            }
            assertThat(victim.seen()).isEmpty();
        }
    }

    private static boolean drips(RawClient client) throws IOException {
        try {
            client.send("y");
            return true;
        } catch (SocketException closed) {
            return false;
        }
    }
}
