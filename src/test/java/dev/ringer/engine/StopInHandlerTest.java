package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

    @InModes
    void theShorterOfTwoStopsWins(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode);
                Gate gate = new Gate()) {
            server.handle("/", exchange -> gate.pass()).start();
            RawClient client = server.connect().get("/");
            gate.awaitArrival();
            Thread longer = stop(server, GRACE_SECONDS);
            Deadlines.await("it waits", () -> longer.getState() == Thread.State.TIMED_WAITING);
            Thread shorter = stop(server, 0);

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            gate.open();
            join(longer);
            join(shorter);
        }
    }

    @InModes
    void everyStopReturnsOnlyWhenTheServerHasStopped(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode);
                Gate gate = new Gate()) {
            server.handle("/", exchange -> {
                        gate.pass();
                        exchange.sendResponseHeaders(204, -1);
                    })
                    .start();
            RawClient client = server.connect().get("/");
            gate.awaitArrival();
            Thread first = stop(server, GRACE_SECONDS);
            Deadlines.await("it waits", () -> first.getState() == Thread.State.TIMED_WAITING);
            Thread longer = stop(server, 2 * GRACE_SECONDS); // does not extend the first one
            Deadlines.await("it waits, too", () -> longer.getState() == Thread.State.WAITING);
            gate.open();

            assertThat(client.readResponse().status()).isEqualTo(204);
            join(longer);
            awaitFree(server.port());
            join(first);
            server.server().stop(GRACE_SECONDS); // returns at once
        }
    }

    @InModes
    void aHandlerEndsTheStopThatWaitsForIt(Mode mode) throws Exception {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        try (TestServer server = TestServer.create(Provider.RINGER, mode);
                Gate gate = new Gate()) {
            server.handle("/", exchange -> {
                        gate.pass();
                        server.server().stop(0);
                        stopped.complete(null);
                    })
                    .start();
            server.connect().get("/");
            gate.awaitArrival();
            Thread outside = stop(server, GRACE_SECONDS);
            Deadlines.await("it waits", () -> outside.getState() == Thread.State.TIMED_WAITING);
            gate.open();

            stopped.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            join(outside);
        }
    }

    @InModes
    void aStopEndsTheOneThatAHandlerWaitsFor(Mode mode) throws Exception {
        CompletableFuture<Thread> stopping = new CompletableFuture<>();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/", exchange -> {
                        stopping.complete(Thread.currentThread());
                        server.server().stop(GRACE_SECONDS); // waits for its own exchange
                        stopped.complete(null);
                    })
                    .start();
            server.connect().get("/");
            Thread handler = stopping.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            Deadlines.await("it waits", () -> handler.getState() == Thread.State.TIMED_WAITING);
            server.server().stop(0);

            awaitFree(server.port());
            stopped.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.CALLER_RUNS, Mode.FIXED_POOL})
    void twoHandlersMayStopTheirServer(Mode mode) throws Exception {
        AtomicInteger stopped = new AtomicInteger();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/", exchange -> {
                        server.server().stop(0);
                        server.server().stop(1);
                        stopped.incrementAndGet();
                    })
                    .start();
            RawClient one = server.connect();
            RawClient other = server.connect(); // the first handler closes the listening socket
            one.get("/");
            other.get("/");

            assertThat(one.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(other.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            server.server().stop(0);
            Deadlines.await("stopped", () -> stopped.get() > 0);
        }
    }

    private static Thread stop(TestServer server, int seconds) {
        Thread thread = new Thread(() -> server.server().stop(seconds), "stop-" + seconds);
        thread.start();
        return thread;
    }

    private static void join(Thread thread) throws InterruptedException {
        thread.join(Deadlines.PATIENCE.toMillis());
        assertThat(thread.isAlive()).isFalse();
    }

    /** Waits, because a test beside this one may be connected from the port just then. */
    private static void awaitFree(int port) {
        Deadlines.await("the port is free", () -> isFree(port));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException inUse) {
            return false;
        }
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
