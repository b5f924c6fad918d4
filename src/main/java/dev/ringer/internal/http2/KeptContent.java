package dev.ringer.internal.http2;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Further rings of a response whose handler must not wait for its client. They hold what the handler has written beyond
 * the first ring, and are filled and sent one after the other. One thread appends rings, and the sending thread takes
 * them. Any thread may drop them.
 */
final class KeptContent {
    /** The most rings that there may be. With these the handler of a response of 256 KiB never waits. */
    static final int MAX = 256 * 1024 / ResponseContent.CAPACITY - 1;

    /** Stands in the place of a ring after all rings have been dropped. */
    private static final ResponseContent DROPPED = new ResponseContent(0);

    private final AtomicReferenceArray<ResponseContent> rings = new AtomicReferenceArray<>(MAX);
    private volatile ResponseContent newest; // for the thread that appends
    private volatile int appended; // number of rings that were appended; increased by the thread that appends
    private volatile int taken; // number of rings that were taken; increased by the sending thread
    private volatile boolean dropped;

    /**
     * Returns the ring that is being filled; null before the first one was appended, and after all have been dropped.
     */
    ResponseContent newest() {
        return newest;
    }

    /** Whether one more ring may be appended. For the thread that appends. */
    boolean mayGrow() {
        return appended < MAX;
    }

    /**
     * Appends an empty ring. Nothing is added to the ring before it any more. Returns false if all rings have been
     * dropped.
     */
    boolean append(ResponseContent ring) {
        if (!rings.compareAndSet(appended, null, ring)) {
            return false;
        }
        newest = ring;
        appended++;
        return true;
    }

    /** Whether a ring waits to be taken. */
    boolean hasNext() {
        return !dropped && taken < appended;
    }

    /** Takes the oldest ring; null if all have been dropped. For the sending thread, and only if a ring waits. */
    ResponseContent next() {
        ResponseContent ring = rings.getAndSet(taken, DROPPED);
        taken++;
        return ring == DROPPED ? null : ring;
    }

    /** Drops all rings that have not been taken. No ring can be appended after that. */
    void drop(Consumer<ResponseContent> to) {
        newest = null;
        dropped = true;
        for (int i = 0; i < MAX; i++) {
            ResponseContent ring = rings.getAndSet(i, DROPPED);
            if (ring != null && ring != DROPPED) {
                to.accept(ring);
            }
        }
    }

    /**
     * Returns the memory of the rings that have not been taken, in bytes. Any thread. The value may be slightly out of
     * date.
     */
    int bytes() {
        return dropped ? 0 : (appended - taken) * ResponseContent.CAPACITY;
    }
}
