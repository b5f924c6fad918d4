package dev.ringer.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** How long tests wait: generously for what must happen, briefly for what must not. */
public final class Deadlines {
    /**
     * For an event that must come; reaching it is a failure, so it may be long. {@code -Dringer.test.patience} gives other
     * seconds.
     */
    public static final Duration PATIENCE = Duration.ofSeconds(Long.getLong("ringer.test.patience", 20));

    /** For silence: long enough to notice a byte that should not come, short enough to pay often. */
    public static final Duration QUIET = Duration.ofMillis(300);

    /** A spin would take a core from the server that is waited for. */
    private static final long POLL_NANOS = 200_000;

    private Deadlines() {}

    /**
     * Waits for the latch.
     *
     * @throws AssertionError when it does not open in time
     */
    public static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("latch still closed after " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a latch", e);
        }
    }

    /**
     * Waits for a condition that nothing signals, such as the state of a thread.
     *
     * @throws AssertionError when it does not become true in time
     */
    public static void await(String what, BooleanSupplier condition) {
        await(() -> what, condition);
    }

    /** As {@link #await(String, BooleanSupplier)}, with words that are looked for when they are needed. */
    public static void await(Supplier<String> what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(what.get() + ": not so after " + PATIENCE);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
