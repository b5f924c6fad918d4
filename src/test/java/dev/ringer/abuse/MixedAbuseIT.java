package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.Holdings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Runs all attacks at the same time against a server with a heap of 256 MiB. Every well-behaved client gets complete
 * answers, and afterwards the server holds what it held before.
 *
 * <p>Without an executor, the test leaves out some attacks ({@link Defence#MORE_THREADS}). In these, the application's
 * handler blocks the only thread, and the attacker decides how long other clients wait.
 *
 * <p>{@code -Dabuse.seconds} sets the time for each mode. {@code -Dabuse.limits=default} keeps the default time limits
 * instead of short ones. {@code -Dabuse.p99} sets the highest 99th percentile of the waiting times, in milliseconds.
 * {@code mvn verify -Pabuse} does all of this for an hour.
 */
@Tag("outer")
@Tag("abuse")
@Isolated("it tells how long clients wait")
class MixedAbuseIT {
    private static final int SECONDS = Integer.getInteger("abuse.seconds", 20);
    private static final int WARM_UP_SECONDS = 4;
    private static final int P99_MILLIS = Integer.getInteger("abuse.p99", 0);

    /** Extra time for the last answer of a client, which has its own time limits. */
    private static final int GRACE_SECONDS = 60;

    /** Longer than a lingering close, and than the pool keeps idle threads. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** Default limits, and one for forgotten exchanges: these have no default time limit. */
    private static final List<String> DEFAULT_LIMITS = List.of("-Dsun.net.httpserver.maxRspTime=60");

    private static final List<String> SHORT_LIMITS = List.of(
            "-Dringer.headTimeout=5",
            "-Dringer.bodyStallTimeout=5",
            "-Dringer.writeStallTimeout=5",
            "-Dringer.tlsHandshakeTimeout=10",
            "-Dringer.drainTimeout=500",
            "-Dsun.net.httpserver.maxReqTime=10",
            "-Dsun.net.httpserver.maxRspTime=10");

    @InModes({Mode.NO_EXECUTOR, Mode.CACHED_POOL, Mode.VIRTUAL})
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void servesTheOthersAndHoldsNothingAfterwards(Mode mode) throws Exception {
        Set<Attack> attacks = Attack.on(mode);
        try (AbusedServer server = AbusedServer.besieged(mode, limits())) {
            besiege(server, attacks, WARM_UP_SECONDS, 1);
            LockSupport.parkNanos(QUIET_NANOS); // until all temporary resources are gone
            Holdings before = server.holdings();

            WaitingTimes times = besiege(server, attacks, SECONDS, 2);

            System.out.println("Mixed abuse, " + mode + ", " + SECONDS + " s: " + times);
            server.assertBackTo(before, lastConnectionEnds());
            System.out.println("Held before: " + before + ", afterwards: " + server.holdings());
            server.assertSilent();
            if (P99_MILLIS > 0) {
                assertThat(times.millis(0.99)).as("p99 in milliseconds").isLessThanOrEqualTo(P99_MILLIS);
            }
        }
    }

    private static List<String> limits() {
        return defaultLimits() ? DEFAULT_LIMITS : SHORT_LIMITS;
    }

    /** Returns how long the server may take to release everything. Only a time limit ends a forgotten exchange. */
    private static Duration lastConnectionEnds() {
        return defaultLimits() ? Deadlines.PATIENCE.plusSeconds(60) : Deadlines.PATIENCE;
    }

    private static boolean defaultLimits() {
        return System.getProperty("abuse.limits", "short").equals("default");
    }

    private static WaitingTimes besiege(AbusedServer server, Set<Attack> attacks, int seconds, long seed)
            throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        AtomicBoolean failed = new AtomicBoolean();
        BooleanSupplier over = () -> failed.get() || System.nanoTime() - end > 0;
        List<Integer> ports = server.ports();
        List<WellBehavedClient> clients = List.of(
                new WellBehavedClient(ports.get(0), Transport.CLEAR, over, seed),
                new WellBehavedClient(ports.get(0), Transport.CLEAR, over, seed + 10),
                new WellBehavedClient(ports.get(1), Transport.TLS, over, seed + 20),
                new WellBehavedClient(ports.get(2), Transport.CLEAR, over, seed + 30));
        Horde horde = new Horde(attacks, ports, seed);
        try (horde) {
            WaitingTimes times = served(clients, failed, seconds + GRACE_SECONDS);
            server.assertCounted();
            return times;
        } finally {
            System.out.println("Connections, of them closed by the server: " + horde.report());
        }
    }

    /** Returns the waiting times of all clients once they have ended. A failure of one client ends all. */
    private static WaitingTimes served(List<WellBehavedClient> clients, AtomicBoolean failed, int seconds)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        CompletionService<WaitingTimes> answers = new ExecutorCompletionService<>(threads);
        try {
            clients.forEach(answers::submit);
            List<WaitingTimes> times = new ArrayList<>();
            while (times.size() < clients.size()) {
                Future<WaitingTimes> answered = answers.poll(seconds, TimeUnit.SECONDS);
                if (answered == null) {
                    throw new AssertionError("a well-behaved client waits for ever: " + Thread.getAllStackTraces());
                }
                times.add(answered.get());
            }
            return WaitingTimes.ofAll(times);
        } finally {
            failed.set(true);
            threads.shutdownNow();
        }
    }
}
