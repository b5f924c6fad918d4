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
     * The fewest bytes that any of many rounds of calls allocated, per call, rounded up: linking and compiling may
     * disturb some rounds, while what the code itself allocates is in all of them.
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
     * Demands that a call allocates no more than so many bytes. What linking and compiling add is in the first calls only,
     * so a call that takes more has two further chances. Under a guided search twice as much may be: what Jazzer weaves in allocates
     * for itself.
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
