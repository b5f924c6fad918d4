package dev.ringer.internal.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

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

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(LoopState.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int word = DRIVING;

    // ---- the loop's own thread

    /** The own thread is about to run code of the application. */
    void enter() {
        word = HANDLING;
    }

    /**
     * The own thread wants to drive again.
     *
     * @return false if the stand-in drives; it has been asked to give the loop back
     */
    boolean leave() {
        if (WORD.compareAndSet(this, HANDLING, DRIVING) || WORD.compareAndSet(this, OFFERED, DRIVING)) {
            return true;
        }
        word = RECLAIMED;
        return false;
    }

    /** The own thread is about to wait inside code of the application: the stand-in may take the loop at once. */
    boolean offer() {
        return WORD.compareAndSet(this, HANDLING, OFFERED);
    }

    // ---- the stand-in

    /** Takes the loop if the own thread is inside code of the application. */
    boolean take() {
        return WORD.compareAndSet(this, HANDLING, RELIEVED) || WORD.compareAndSet(this, OFFERED, RELIEVED);
    }

    /** Gives the loop back after {@link #reclaimed}. */
    void giveBack() {
        word = DRIVING;
    }

    // ---- any thread

    /** Whether the own thread drives. */
    boolean driving() {
        return word == DRIVING;
    }

    /** Whether the own thread is inside code of the application, and the loop stands still. */
    boolean handling() {
        return word == HANDLING;
    }

    /** Whether the own thread is about to wait, and the loop stands still. */
    boolean offered() {
        return word == OFFERED;
    }

    /** Whether the stand-in drives. */
    boolean relieved() {
        return word >= RELIEVED;
    }

    /** Whether the stand-in drives and is to end its turn. */
    boolean reclaimed() {
        return word == RECLAIMED;
    }
}
