package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the turns of an event loop, and its reliefs. A relief is the time in which another thread, the stand-in, runs
 * the loop because application code blocks the loop thread. The thread that runs the loop writes the counts, and any
 * thread may read them.
 */
public final class LoopCounts {
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong reliefs = new AtomicLong();

    LoopCounts() {}

    /** Counts a turn. Only one thread at a time runs the loop, so a plain addition is enough. */
    void onTurn() {
        turns.lazySet(turns.getPlain() + 1);
    }

    void onRelief() {
        reliefs.lazySet(reliefs.getPlain() + 1);
    }

    /** Returns the number of turns: how often the loop has waited for events and handled them. */
    public long turns() {
        return turns.get();
    }

    public long reliefs() {
        return reliefs.get();
    }
}
