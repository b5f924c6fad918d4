package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicLong;

/** How often a loop has turned, and been relieved. Written by the driver, read by any thread. */
public final class LoopCounts {
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong reliefs = new AtomicLong();

    LoopCounts() {}

    /** The loop turns. Driver only, so that a plain addition is enough. */
    void onTurn() {
        turns.lazySet(turns.getPlain() + 1);
    }

    /** The stand-in has taken the loop. Driver only. */
    void onRelief() {
        reliefs.lazySet(reliefs.getPlain() + 1);
    }

    /**
     * How often the loop has turned.
     *
     * @return a number since it was made
     */
    public long turns() {
        return turns.get();
    }

    /**
     * How often its stand-in has taken it over, since code of the application was at work or waited.
     *
     * @return a number since it was made
     */
    public long reliefs() {
        return reliefs.get();
    }
}
