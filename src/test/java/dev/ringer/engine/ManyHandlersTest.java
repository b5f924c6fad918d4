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
 * A loop that runs many handlers in a row, each of them short: it is relieved as if they were one, and a client that needs
 * the loop alone does not wait for all of them. Guards "no handler, however slow, stops other clients' bytes".
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
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10)); // what it takes, not what is waited for
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
