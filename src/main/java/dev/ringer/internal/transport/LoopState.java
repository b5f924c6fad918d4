package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says which thread runs an event loop. This thread, called the driver, is the loop thread, or the stand-in while the
 * loop thread runs application code. The state is one atomic word, so there is never more than one driver. In the
 * diagram, "own" is the loop thread.
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

    // how often enter() was called; written by the loop thread, and published by the atomic word
    private int entered;

    // ---- called by the loop thread

    /** Records that the loop thread is about to run application code. */
    void enter() {
        entered++;
        word.set(HANDLING);
    }

    /** Lets the loop thread run the loop. If the stand-in thread still runs it, asks for it back, and returns false. */
    boolean leave() {
        if (word.compareAndSet(HANDLING, DRIVING) || word.compareAndSet(OFFERED, DRIVING)) {
            return true;
        }
        word.set(RECLAIMED);
        return false;
    }

    /** Allows the stand-in thread to take over now. Returns true if the caller must wake that thread for this. */
    boolean offer() {
        return word.compareAndSet(HANDLING, OFFERED);
    }

    // ---- called by the stand-in

    /** Lets the stand-in thread run the loop. Returns false if the loop thread does not run application code. */
    boolean take() {
        return word.compareAndSet(HANDLING, RELIEVED) || word.compareAndSet(OFFERED, RELIEVED);
    }

    /** Gives the loop back to the loop thread, after {@link #reclaimed} has returned true. */
    void giveBack() {
        word.set(DRIVING);
    }

    // ---- called by any thread

    /** Whether the loop thread runs the loop. */
    boolean driving() {
        return word.get() == DRIVING;
    }

    /** Whether the loop thread runs application code, and no thread runs the loop. */
    boolean handling() {
        return word.get() == HANDLING;
    }

    /** Whether application code on the loop thread is about to wait, and no thread runs the loop. */
    boolean offered() {
        return word.get() == OFFERED;
    }

    /** Whether the stand-in thread runs the loop. */
    boolean relieved() {
        return word.get() >= RELIEVED;
    }

    /** Returns how often {@link #enter} was called. Other threads must read the state first, to see a current value. */
    int entered() {
        return entered;
    }

    /** Whether the stand-in thread runs the loop, but must give it back after its current turn. */
    boolean reclaimed() {
        return word.get() == RECLAIMED;
    }
}
