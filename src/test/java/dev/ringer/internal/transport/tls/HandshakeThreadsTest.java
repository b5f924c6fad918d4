package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.threads.DaemonThreads;
import dev.ringer.testkit.Deadlines;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that the pool of handshake threads grows only while its threads are blocked. */
class HandshakeThreadsTest {
    private final HandshakeThreads threads = new HandshakeThreads(2);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();

    private void block(int steps) {
        for (int i = 0; i < steps; i++) {
            threads.execute(() -> {
                running.incrementAndGet();
                Deadlines.await(release);
            });
        }
    }

    @Test
    void poolGrowsByOneThreadWhileStepsWaitAndNoneEnds() {
        block(4);
        Deadlines.await("two steps run", () -> running.get() == 2);
        long before = threads.ended();

        threads.growIfBlocked(before);
        Deadlines.await("three steps run", () -> running.get() == 3);
        threads.growIfBlocked(before);
        Deadlines.await("four steps run", () -> running.get() == 4);

        assertThat(threads.busy()).isFalse();
        threads.growIfBlocked(before);
        assertThat(threads.size()).isEqualTo(4);
        release.countDown();
        Deadlines.await("the pool has shrunk", () -> threads.size() == 2);
    }

    @Test
    void poolStaysAsItIsWhileStepsEnd() {
        long before = threads.ended();
        threads.execute(() -> {});
        Deadlines.await("a step has ended", () -> threads.ended() == 1);
        block(4);
        Deadlines.await("two steps run", () -> running.get() == 2);

        threads.growIfBlocked(before);

        assertThat(threads.size()).isEqualTo(2);
        release.countDown();
        Deadlines.await("all steps have run", () -> running.get() == 4);
    }

    @Test
    void stepsWaitForExistingThreadsWhenNoThreadCanBeCreated() {
        DaemonThreads pool = new DaemonThreads("test", 1);
        HandshakeThreads full = new HandshakeThreads(pool);
        full.execute(() -> Deadlines.await(release));
        pool.setThreadFactory(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        full.execute(running::incrementAndGet);

        full.growIfBlocked(full.ended());
        full.execute(running::incrementAndGet);

        assertThat(full.size()).isEqualTo(1);
        release.countDown();
        Deadlines.await("all steps have run", () -> running.get() == 2);
    }

    @Test
    void poolHasABound() {
        HandshakeThreads many = new HandshakeThreads(HandshakeThreads.MAX + 1);

        assertThat(many.size()).isEqualTo(HandshakeThreads.MAX);
    }
}
