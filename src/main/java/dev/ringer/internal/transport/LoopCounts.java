package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the turns of a loop, and its reliefs: periods in which the stand-in drove it. The driver writes, any thread
 * reads.
 */
public final class LoopCounts {
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong reliefs = new AtomicLong();

    LoopCounts() {}

    /** Counts a turn of the loop. Only the driver calls this, so a plain addition is enough. */
    void onTurn() {
        turns.lazySet(turns.getPlain() + 1);
    }

    /** Counts a relief. Only the driver calls this. */
    void onRelief() {
        reliefs.lazySet(reliefs.getPlain() + 1);
    }

    /** Returns how many times the loop has turned. */
    public long turns() {
        return turns.get();
    }

    /** Returns how many times the stand-in has taken over, because application code held up the loop thread. */
    public long reliefs() {
        return reliefs.get();
    }
}
