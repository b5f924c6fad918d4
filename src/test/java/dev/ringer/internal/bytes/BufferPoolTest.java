package dev.ringer.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests a pool that one thread empties and other threads fill. */
class BufferPoolTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final AtomicInteger made = new AtomicInteger();
    private final BufferPool<byte[]> pool = new BufferPool<>(32, () -> {
        made.incrementAndGet();
        return new byte[1];
    });

    @Test
    void takesWhatAnotherThreadGaveBack() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            byte[] buffer = pool.rent();
            Thread other = new Thread(() -> pool.release(buffer));
            other.start();
            other.join();
        }

        assertThat(made).hasValueBetween(1, CORES);
    }

    @Test
    void makesNoMoreBuffersThanCoresForThreadsThatTakeTurns() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(() -> pool.release(pool.rent()));
            thread.start();
            thread.join();
        }

        assertThat(made).hasValueBetween(1, CORES);
    }

    @Test
    void keepsNoMoreThanItHasRoomFor() {
        List<byte[]> rented = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rented.add(pool.rent());
        }

        rented.forEach(pool::release);
        for (int i = 0; i < 100; i++) {
            pool.rent();
        }

        assertThat(made).hasValueBetween(101, 199);
    }
}
