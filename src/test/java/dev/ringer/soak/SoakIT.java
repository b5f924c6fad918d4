package dev.ringer.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.Holdings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After a long time with all kinds of clients and handlers, on HTTP/1.1 and HTTP/2, a server holds what it held after a short one: threads,
 * descriptors, heap and direct memory. {@code -Dsoak.seconds} sets the time for each way to run handlers.
 */
@Tag("outer")
@Tag("soak")
@Isolated("its clients keep all processors busy")
class SoakIT {
    private static final int CLIENTS = 24;
    private static final int SECONDS = Integer.getInteger("soak.seconds", System.getenv("CI") == null ? 3 : 20);
    private static final int WARM_UP_SECONDS = 2;
    /** Longer than every time limit of the server. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** A machine that is busy with other tests takes its time to close and to collect. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    static List<String> executors() {
        return Runtime.version().feature() < 21 ? List.of("none", "pool") : List.of("none", "pool", "virtual");
    }

    @ParameterizedTest
    @MethodSource("executors")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void holdsNothingAfterwards(String executor) throws Exception {
        try (var server = new SoakServerProcess(executor)) {
            soak(server, WARM_UP_SECONDS, 1);
            LockSupport.parkNanos(QUIET_NANOS); // the time limits must have passed, and nothing tells of that
            var before = server.holdings();

            soak(server, SECONDS, 2);

            var after = holdingsOnceBackTo(before, server);
            assertThat(after).matches(holdings -> isBack(holdings, before), "back to " + before);
            assertThat(server.complaints()).as("unexpected log entries").isZero();
        }
    }

    /** {@return what the server holds once that is no more than before, or in the end} */
    private static Holdings holdingsOnceBackTo(Holdings before, SoakServerProcess server) {
        var end = System.nanoTime() + PATIENCE_NANOS;
        var now = server.holdings();
        while (!isBack(now, before) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(100_000_000);
            now = server.holdings();
        }
        return now;
    }

    private static boolean isBack(Holdings now, Holdings before) {
        return now.backTo(before, SoakServerProcess.LOOPS * Holdings.DESCRIPTORS_OF_SELECTORS);
    }

    private static void soak(SoakServerProcess server, int seconds, int seed) throws Exception {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        var clients = new ArrayList<Callable<Integer>>();
        for (var i = 0; i < CLIENTS; i++) {
            var number = 100L * seed + i;
            clients.add(
                    i % 3 == 0
                            ? new Http2SoakClient(server.port(), end, number)
                            : new SoakClient(server.port(), end, number));
        }
        var threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (var visits : threads.invokeAll(clients)) {
                assertThat(visits.get()).isPositive();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
