package dev.ringer.process;

import java.util.Scanner;

/** What a server's JVM holds at a moment, and what it counts for its clients; memory in bytes. */
public record Holdings(int threads, int descriptors, long heap, long direct, long counted) {
    /** Each loop keeps sixteen selectors for platform threads that wait, three descriptors each; not all need be there before. */
    public static final int DESCRIPTORS_OF_SELECTORS = 16 * 3;

    /** Outside the heap: 64 buffers for output, 16 for bodies read ahead. */
    private static final int KEPT_IN_POOLS = 3 << 20;

    /** Reads the line that a program of {@code src/test/apps} tells of itself. */
    public static Holdings parsed(String line) {
        var numbers = new Scanner(line);
        numbers.next();
        return new Holdings(
                numbers.nextInt(), numbers.nextInt(), numbers.nextLong(), numbers.nextLong(), numbers.nextLong());
    }

    /** Whether nothing is counted, and this is no more than before, but for some descriptors, and what garbage collection and caches leave. */
    public boolean backTo(Holdings before, int moreDescriptors) {
        return counted == 0
                && threads <= before.threads
                && descriptors <= before.descriptors + moreDescriptors
                && heap <= before.heap + (4 << 20)
                && direct <= before.direct + KEPT_IN_POOLS;
    }
}
