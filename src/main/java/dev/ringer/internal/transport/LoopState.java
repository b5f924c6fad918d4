package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who turns a loop: its own thread, or the stand-in while the own thread is inside code of the application. One word, so
 * that there is one driver at any time.
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
 * <p>What the driver before wrote is visible to the next one.
 */
final class LoopState {
    private static final int DRIVING = 0;
    private static final int HANDLING = 1;
    private static final int OFFERED = 2;
    private static final int RELIEVED = 3;
    private static final int RECLAIMED = 4;

    private final AtomicInteger word = new AtomicInteger(DRIVING);

    // ---- the loop's own thread

    /** The own thread is about to run code of the application. */
    void enter() {
        word.set(HANDLING);
    }

    /**
     * The own thread wants to drive again.
     *
     * @return false if the stand-in drives; it has been asked to give the loop back
     */
    boolean leave() {
        if (word.compareAndSet(HANDLING, DRIVING) || word.compareAndSet(OFFERED, DRIVING)) {
            return true;
        }
        word.set(RECLAIMED);
        return false;
    }

    /** The own thread is about to wait inside code of the application: the stand-in may take the loop at once. */
    boolean offer() {
        return word.compareAndSet(HANDLING, OFFERED);
    }

    // ---- the stand-in

    /** Takes the loop if the own thread is inside code of the application. */
    boolean take() {
        return word.compareAndSet(HANDLING, RELIEVED) || word.compareAndSet(OFFERED, RELIEVED);
    }

    /** Gives the loop back after {@link #reclaimed}. */
    void giveBack() {
        word.set(DRIVING);
    }

    // ---- any thread

    /** Whether the own thread drives. */
    boolean driving() {
        return word.get() == DRIVING;
    }

    /** Whether the own thread is inside code of the application, and the loop stands still. */
    boolean handling() {
        return word.get() == HANDLING;
    }

    /** Whether the own thread is about to wait, and the loop stands still. */
    boolean offered() {
        return word.get() == OFFERED;
    }

    /** Whether the stand-in drives. */
    boolean relieved() {
        return word.get() >= RELIEVED;
    }

    /** Whether the stand-in drives and is to end its turn. */
    boolean reclaimed() {
        return word.get() == RECLAIMED;
    }
}
