package dev.ringer.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what a piece of code allocates on the calling thread. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 40;
    private static final int CALLS_PER_ROUND = 500;

    private Allocation() {}

    /**
     * Returns the bytes that one call allocates, rounded up, in the round that allocates the fewest. Linking and
     * compiling add to some rounds, but the code itself allocates in every round.
     */
    public static long bytesPerCall(Runnable code) {
        long id = Thread.currentThread().getId();
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getThreadAllocatedBytes(id);
            for (int call = 0; call < CALLS_PER_ROUND; call++) {
                code.run();
            }
            fewest = Math.min(fewest, THREADS.getThreadAllocatedBytes(id) - before);
        }
        return (fewest + CALLS_PER_ROUND - 1) / CALLS_PER_ROUND;
    }

    /**
     * Checks that a call allocates at most this many bytes. Linking and compiling add to the first calls only, so there
     * are up to three calls. While Jazzer fuzzes, twice as much is allowed, because its instrumentation also allocates.
     *
     * @throws AssertionError if each of three calls allocates more
     */
    public static void assertAtMost(long bytes, Runnable code) {
        long most = System.getenv("JAZZER_FUZZ") == null ? bytes : 2 * bytes;
        long fewest = Long.MAX_VALUE;
        for (int call = 0; call < 3 && fewest > most; call++) {
            long id = Thread.currentThread().getId();
            long before = THREADS.getThreadAllocatedBytes(id);
            code.run();
            fewest = Math.min(fewest, THREADS.getThreadAllocatedBytes(id) - before);
        }
        if (fewest > most) {
            throw new AssertionError(fewest + " bytes were allocated instead of at most " + most);
        }
    }
}
