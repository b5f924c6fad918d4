package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests a loop that runs many short handlers in a row. The stand-in must take over as if they were one long handler. A
 * client that needs only the loop does not wait for all handlers.
 */
@Timeout(120)
class ManyHandlersTest {
    private static final int HANDLERS = Ring.choose(100, 300);

    @Test
    void doNotHoldTheLoopUpTogether() throws Exception {
        AtomicInteger done = new AtomicInteger();
        Gate gate = new Gate();
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)
                .handle("/first", exchange -> {
                    gate.pass();
                    exchange.sendResponseHeaders(204, -1);
                })
                .handle("/short", exchange -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10)); // simulates the handler's work
                    done.incrementAndGet();
                    exchange.sendResponseHeaders(204, -1);
                })
                .start()) {
            server.connect().get("/first");
            gate.awaitArrival();
            List<RawClient> others = new ArrayList<>();
            for (int i = 0; i < HANDLERS; i++) {
                others.add(server.connect().get("/short"));
            }
            RawClient refused = server.connect();
            gate.open();
            others.get(0).readResponse();

            assertThat(refused.send("nonsense\r\n\r\n").readResponse().status()).isEqualTo(400);

            assertThat(done.get()).as("handlers that were waited for").isLessThan(HANDLERS);
            for (RawClient other : others.subList(1, HANDLERS)) {
                assertThat(other.readResponse().status()).isEqualTo(204);
            }
        }
    }
}
