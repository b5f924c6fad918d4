package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says which thread drives a loop: the loop thread or, while that is inside application code, the stand-in. The state
 * is one word, so that there is one driver at any time. In the diagram, "own" is the loop thread.
 *
 * <pre>
 *   DRIVING ──own: enter──► HANDLING ──own: offer──► OFFERED
 *      ▲ ▲                   │    │                   │   │
 *      │ └────own: leave─────┘    └─stand-in: take──┐ │   │
 *      ├──────own: leave──────────────────────────────┘   │
 *      │                                            ▼     │
 *      └──stand-in: give back── RECLAIMED ◄──own── RELIEVED ◄──stand-in: take
 * </pre>
 *
 * <p>A new driver sees everything that the previous driver wrote.
 */
final class LoopState {
    private static final int DRIVING = 0;
    private static final int HANDLING = 1;
    private static final int OFFERED = 2;
    private static final int RELIEVED = 3;
    private static final int RECLAIMED = 4;

    private final AtomicInteger word = new AtomicInteger(DRIVING);

    private int entered; // how many times enter() was called; written by the loop thread, published by the word

    // ---- called by the loop thread

    /** Notes that the loop thread is about to run application code. */
    void enter() {
        entered++;
        word.set(HANDLING);
    }

    /** Lets the loop thread drive again. If the stand-in drives, asks it to give the loop back, and returns false. */
    boolean leave() {
        if (word.compareAndSet(HANDLING, DRIVING) || word.compareAndSet(OFFERED, DRIVING)) {
            return true;
        }
        word.set(RECLAIMED);
        return false;
    }

    /** Allows the stand-in to take the loop at once: the loop thread is about to wait inside application code. */
    boolean offer() {
        return word.compareAndSet(HANDLING, OFFERED);
    }

    // ---- called by the stand-in

    /** Takes the loop if the loop thread is inside application code. */
    boolean take() {
        return word.compareAndSet(HANDLING, RELIEVED) || word.compareAndSet(OFFERED, RELIEVED);
    }

    /** Gives the loop back after {@link #reclaimed}. */
    void giveBack() {
        word.set(DRIVING);
    }

    // ---- called by any thread

    /** Whether the loop thread drives. */
    boolean driving() {
        return word.get() == DRIVING;
    }

    /** Whether the loop thread is inside application code, and nobody drives the loop. */
    boolean handling() {
        return word.get() == HANDLING;
    }

    /** Whether the loop thread is about to wait inside application code, and nobody drives the loop. */
    boolean offered() {
        return word.get() == OFFERED;
    }

    /** Whether the stand-in drives. */
    boolean relieved() {
        return word.get() >= RELIEVED;
    }

    /**
     * Returns how many times the loop thread has entered application code, as of the state that the caller last read.
     */
    int entered() {
        return entered;
    }

    /** Whether the stand-in drives, and must give the loop back after its turn. */
    boolean reclaimed() {
        return word.get() == RECLAIMED;
    }
}
