package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts how often a loop has turned, and how often its stand-in has taken it over. The driver writes, any thread
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

    /** Counts that the stand-in has taken the loop. Only the driver calls this. */
    void onRelief() {
        reliefs.lazySet(reliefs.getPlain() + 1);
    }

    /**
     * Returns how many times the loop has turned.
     *
     * @return the number since the loop was made
     */
    public long turns() {
        return turns.get();
    }

    /**
     * Returns how many times the stand-in has taken the loop over, because application code was at work or waited.
     *
     * @return the number since the loop was made
     */
    public long reliefs() {
        return reliefs.get();
    }
}
