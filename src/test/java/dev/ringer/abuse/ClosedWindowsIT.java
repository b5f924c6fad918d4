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
 * Four connections of HTTP/2 against a heap of 128 MiB: each asks on 128 streams for what it never takes, by requests of 150 octets
 * whose cookies have 376 KB. Before the account owned what it counts, two connections ended such a server. {@code -Dabuse.seconds}
 * sets the time for each way to run handlers, and {@code -Dabuse.p99} demands that 99 of 100 answers to others take no more
 * milliseconds than that.
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
    private static final long LIMIT = HEAP / 8; // of what is kept for clients
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
                    POLL_NANOS); // each look is a collection: more of them would be an attack of their own
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

    /** Asks for all that one connection may ask for, waits until that is ended, and begins again. */
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
                    // which it need not put up with
                }
            }
        }

        private void ask(Http2Client to) throws IOException {
            byte[] literal = Http2Client.block("cookie", "c".repeat(4_000));
            literal[0] = 0x40; // into the table
            byte[] references = new byte[CRUMBS];
            Arrays.fill(references, (byte) 0xbe); // to the newest entry
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
