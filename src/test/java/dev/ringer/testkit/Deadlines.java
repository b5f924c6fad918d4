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
     * The time limit for an event that must happen. It may be long, since only a failing test reaches it.
     * {@code -Dringer.test.patience} sets it in seconds.
     */
    public static final Duration PATIENCE = Duration.ofSeconds(Long.getLong("ringer.test.patience", 20));

    /** How long to check that nothing arrives: long enough to notice a byte, short enough for many tests. */
    public static final Duration QUIET = Duration.ofMillis(300);

    /** The pause between two checks. Without it, the waiting test would take a core from the server. */
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

    /** Waits like {@link #await(String, BooleanSupplier)}, but asks for the description only on failure. */
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
