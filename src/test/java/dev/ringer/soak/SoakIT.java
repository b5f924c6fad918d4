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
 * Checks for resource leaks: after a long load, a server holds about the same resources as after a short one. The
 * resources are threads, descriptors, heap and direct memory. The load mixes many kinds of clients and handlers, on
 * HTTP/1.1 and HTTP/2. {@code -Dsoak.seconds} sets the duration for each executor.
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

    /** How long to wait for connections to close and for garbage collection. Both take long on a busy machine. */
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
            LockSupport.parkNanos(QUIET_NANOS); // no event signals that the time limits have expired
            var before = server.holdings();

            soak(server, SECONDS, 2);

            var after = holdingsOnceBackTo(before, server);
            assertThat(after).matches(holdings -> isBack(holdings, before), "back to " + before);
            assertThat(server.complaints()).as("unexpected log entries").isZero();
        }
    }

    /** {@return the holdings of the server, once they are back to those before, or when the time is up} */
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
        return now.backTo(before);
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
