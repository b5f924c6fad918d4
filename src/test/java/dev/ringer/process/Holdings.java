package dev.ringer.process;

import java.util.Scanner;

/** The resources of a server's JVM, and the memory that the server counts for its clients; memory in bytes. */
public record Holdings(int threads, int descriptors, long heap, long direct, long counted) {
    /** The bytes outside the heap of 64 output buffers, and of 16 buffers for bodies that are read ahead. */
    private static final int KEPT_IN_POOLS = 3 << 20;

    /** Parses the line in which a program of {@code src/test/apps} reports its resources. */
    public static Holdings parsed(String line) {
        var numbers = new Scanner(line);
        numbers.next();
        return new Holdings(
                numbers.nextInt(), numbers.nextInt(), numbers.nextLong(), numbers.nextLong(), numbers.nextLong());
    }

    /** Returns whether nothing is counted and no more is in use than before, except for garbage and caches. */
    public boolean backTo(Holdings before) {
        return counted == 0
                && threads <= before.threads
                && descriptors <= before.descriptors
                && heap <= before.heap + (4 << 20)
                && direct <= before.direct + KEPT_IN_POOLS;
    }
}
