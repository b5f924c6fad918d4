package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.Holdings;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Attacks a server with a heap of 128 MiB over four HTTP/2 connections. Each connection opens 128 streams and never
 * reads the responses. A request of 150 octets has a cookie of 376 KB, by references to an HPACK entry. With an earlier
 * memory account, two such connections crashed the server.
 *
 * <p>{@code -Dabuse.seconds} sets the time for each mode. {@code -Dabuse.p99} sets the highest 99th percentile of the
 * waiting times, in milliseconds.
 */
@Tag("outer")
@Tag("abuse")
@Isolated("it tells how long clients wait")
class ClosedWindowsIT {
    private static final int SECONDS = Integer.getInteger("abuse.seconds", 5);
    private static final int P99_MILLIS = Integer.getInteger("abuse.p99", 0);
    private static final int ATTACKERS = 4;
    private static final int STREAMS = 128;
    private static final int CRUMBS = 94;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long HEAP = 128 << 20;
    private static final long LIMIT = HEAP / 8; // of the memory retained for clients
    private static final long MORE = 16 << 20;

    private final AtomicInteger asked = new AtomicInteger();

    @InModes({Mode.NO_EXECUTOR, Mode.CACHED_POOL, Mode.VIRTUAL})
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void leaveTheOthersTheirServer(Mode mode) throws Exception {
        List<String> options = List.of("-Xmx128m", "-Dringer.http2=on");
        ExecutorService threads = Executors.newCachedThreadPool();
        try (AbusedServer server = AbusedServer.besieged(mode, options)) {
            besieged(server, threads, 1, 0);
            Holdings before = server.holdings();
            WaitingTimes times = besieged(server, threads, SECONDS, before.heap() + LIMIT + MORE);

            System.out.println("Closed windows, " + mode + ", " + SECONDS + " s, " + asked + " connections: " + times);
            server.assertBackTo(before);
            server.assertSilent();
            if (P99_MILLIS > 0) {
                assertThat(times.millis(0.99)).as("p99 in milliseconds").isLessThanOrEqualTo(P99_MILLIS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private WaitingTimes besieged(AbusedServer server, ExecutorService threads, int seconds, long maxHeap)
            throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        BooleanSupplier over = () -> System.nanoTime() - end > 0;
        List<Attacker> attackers = new ArrayList<>();
        List<Future<?>> attacks = new ArrayList<>();
        for (int i = 0; i < ATTACKERS; i++) {
            attackers.add(new Attacker(server.port(), over));
            attacks.add(threads.submit(attackers.get(i)));
        }
        List<Future<WaitingTimes>> others = List.of(
                threads.submit(new WellBehavedClient(server.ports().get(0), Transport.CLEAR, over, 1)),
                threads.submit(new WellBehavedClient(server.ports().get(1), Transport.TLS, over, 2)));
        long largest = 0;
        while (!over.getAsBoolean() && maxHeap > 0) {
            largest = Math.max(largest, server.holdings().heap());
            server.assertCounted();
            LockSupport.parkNanos(
                    POLL_NANOS); // each sample is a garbage collection: more samples would be an attack of their own
        }
        List<WaitingTimes> times = new ArrayList<>();
        for (Future<WaitingTimes> other : others) {
            times.add(other.get());
        }
        for (Attacker attacker : attackers) {
            attacker.end();
        }
        for (Future<?> attack : attacks) {
            attack.get();
        }
        System.out.println("Closed windows: the largest heap after a collection has " + (largest >> 10) + " KiB");
        assertThat(largest).isLessThanOrEqualTo(maxHeap);
        return WaitingTimes.ofAll(times);
    }

    /** Opens all streams of one connection, waits until the connection ends, and begins again. */
    private final class Attacker implements Runnable {
        private final int port;
        private final BooleanSupplier over;
        private volatile Http2Client client;
        private volatile boolean ended;

        private Attacker(int port, BooleanSupplier over) {
            this.port = port;
            this.over = over;
        }

        @Override
        public void run() {
            while (!over.getAsBoolean() && !ended) {
                try (Http2Client next = Http2Client.connect(port)) {
                    client = next;
                    ask(next.preface().giveNoRoom());
                    asked.incrementAndGet();
                    next.readToEnd();
                } catch (IOException cutOff) {
                    // the server may close the connection
                }
            }
        }

        private void ask(Http2Client to) throws IOException {
            byte[] literal = Http2Client.block("cookie", "c".repeat(4_000));
            literal[0] = 0x40; // adds the field to the HPACK table
            byte[] references = new byte[CRUMBS];
            Arrays.fill(references, (byte) 0xbe); // refer to the newest entry
            byte[] request = Http2Client.request("GET", "/cookie");
            to.whole(1, joined(request, literal));
            for (int stream = 3; stream < 2 * STREAMS; stream += 2) {
                to.whole(stream, joined(request, references));
            }
        }

        private void end() throws IOException {
            ended = true;
            client.close();
        }
    }

    private static byte[] joined(byte[] block, byte[] more) {
        byte[] both = Arrays.copyOf(block, block.length + more.length);
        System.arraycopy(more, 0, both, block.length, more.length);
        return both;
    }
}
