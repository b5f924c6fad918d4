package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * Tests a handler that stops its own server and then another one, like a shutdown page. In an earlier version,
 * {@code a.stop(0); b.stop(10)} in a handler of A spun for 10 s.
 */
@Timeout(60)
class StopInHandlerTest {
    private static final int GRACE_SECONDS = 3600; // too long for a test to wait
    private static final Duration WAIT = Deadlines.QUIET;

    /** A thread that spins uses all CPU time, or its share on a busy machine. A thread that waits uses almost none. */
    private static final Duration MOST_CPU = WAIT.dividedBy(10);

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.CALLER_RUNS, Mode.FIXED_POOL})
    void theSecondStopWaitsWithoutSpinning(Mode mode) throws Exception {
        CompletableFuture<Long> cpuNanos = new CompletableFuture<>();
        Gate stopping = new Gate();
        try (TestServer first = TestServer.create(Provider.RINGER, mode);
                TestServer second = TestServer.create(Provider.RINGER, mode);
                Gate gate = new Gate()) {
            second.handle("/", exchange -> {
                        gate.pass();
                        exchange.sendResponseHeaders(204, -1);
                    })
                    .start();
            first.handle("/", exchange -> {
                        first.server().stop(0);
                        long before = cpuTime();
                        stopping.arrive();
                        second.server().stop(GRACE_SECONDS);
                        cpuNanos.complete(cpuTime() - before);
                    })
                    .start();
            RawClient held = second.connect().get("/");
            gate.awaitArrival();
            first.connect().get("/");
            stopping.awaitArrival();

            assertThat(held.hasEventWithin(WAIT)).isFalse();
            assertThat(cpuNanos).isNotDone();
            gate.open();

            assertThat(held.readResponse().status()).isEqualTo(204);
            assertThat(cpuNanos.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isLessThan(MOST_CPU.toNanos());
        }
    }

    @InModes
    void theSecondStopReturnsAtOnceWhenIdle(Mode mode) throws Exception {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        try (TestServer first = TestServer.create(Provider.RINGER, mode);
                TestServer second = TestServer.create(Provider.RINGER, mode)) {
            second.handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                    .start();
            first.handle("/", exchange -> {
                        first.server().stop(0);
                        second.server().stop(GRACE_SECONDS);
                        stopped.complete(null);
                    })
                    .start();
            second.connect().get("/").readResponse();

            first.connect().get("/");

            stopped.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
