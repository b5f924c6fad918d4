package dev.ringer.internal.http1;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that all incomplete heads of a server may take together: an eighth of the heap. Without a bound, many clients
 * that each stay below the limits of one head could fill it. Thread-safe.
 */
final class HeadMemory {
    private final long max;
    private final AtomicLong taken = new AtomicLong();

    HeadMemory() {
        this(Runtime.getRuntime().maxMemory() / 8);
    }

    HeadMemory(long max) {
        this.max = max;
    }

    /** Takes a part, or all of it stays as it is and the answer is no. */
    boolean tryTake(long bytes) {
        if (taken.addAndGet(bytes) <= max) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    /** Gives a part back. */
    void release(long bytes) {
        taken.addAndGet(-bytes);
    }
}
