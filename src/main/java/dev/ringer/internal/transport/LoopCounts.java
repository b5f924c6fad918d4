package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the turns of an event loop, and its reliefs. A relief is a period in which the stand-in drives the loop in
 * place of the loop thread. The thread that drives the loop writes the counts, and any thread reads them.
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
