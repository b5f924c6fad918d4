package dev.ringer.internal.http2;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * What a handler that must not wait for its client has written beyond the first ring of a response: further rings, which are filled and
 * sent one after the other. One thread appends, and the thread that sends takes; any thread drops them.
 */
final class KeptContent {
    /** How many rings there may be, so that the handler of a response of 256 KiB never waits. */
    static final int MAX = 256 * 1024 / ResponseContent.CAPACITY - 1;

    /** Stands where a ring would be once all have been dropped. */
    private static final ResponseContent DROPPED = new ResponseContent(0);

    private final AtomicReferenceArray<ResponseContent> rings = new AtomicReferenceArray<>(MAX);
    private volatile ResponseContent newest; // the writer's
    private volatile int appended; // moved by the writer
    private volatile int taken; // moved by the thread that sends
    private volatile boolean dropped;

    /** The ring that is filled; null before the first one was appended, and once all have been dropped. */
    ResponseContent newest() {
        return newest;
    }

    /** Whether one more may be appended. For the thread that appends. */
    boolean mayGrow() {
        return appended < MAX;
    }

    /** Appends an empty ring, behind which nothing is added to the one before; false if all have been dropped. */
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

    /** Takes the oldest ring; null if all have been dropped. For the thread that sends, if there is one. */
    ResponseContent next() {
        ResponseContent ring = rings.getAndSet(taken, DROPPED);
        taken++;
        return ring == DROPPED ? null : ring;
    }

    /** Drops all rings that have not been taken; none can be appended after that. */
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

    /** How much memory the rings have that have not been taken. Any thread, to which it may be of a moment ago. */
    int bytes() {
        return dropped ? 0 : (appended - taken) * ResponseContent.CAPACITY;
    }
}
