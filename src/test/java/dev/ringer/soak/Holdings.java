package dev.ringer.soak;

import java.util.Scanner;

/** What the server's JVM holds; memory in bytes. Complaints are unexpected entries in its log. */
record Holdings(int threads, int descriptors, long heap, long direct, int complaints) {
    /** Sixteen selectors are kept for threads that wait, three descriptors each; they need not all be there before. */
    private static final int KEPT_DESCRIPTORS = 16 * 3;

    static Holdings parsed(String line) {
        var numbers = new Scanner(line);
        numbers.next();
        return new Holdings(
                numbers.nextInt(), numbers.nextInt(), numbers.nextLong(), numbers.nextLong(), numbers.nextInt());
    }

    /** Whether this is no more than before, but for what garbage collection and caches leave. */
    boolean backTo(Holdings before) {
        return threads <= before.threads
                && descriptors <= before.descriptors + KEPT_DESCRIPTORS
                && heap <= before.heap + (4 << 20)
                && direct <= before.direct + (1 << 20);
    }
}
