package dev.ringer.internal.transport;

import java.util.function.BooleanSupplier;

/**
 * A loop that is nothing but its state and a count of turns, a plain field that belongs to the driver: a second driver at
 * the same time, or one that does not see what the one before wrote, loses turns.
 */
final class DrivenLoop {
    /** How long one thread waits for the other: longer than a busy machine keeps that from running. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    /** Whether a thread has waited in vain. Then there is a fault to report, and no more time to be spent. */
    private static volatile boolean hopeless;

    final LoopState state = new LoopState();
    private int turns; // the driver's
    private int ownTurns; // the own thread's
    private int reliefTurns; // the stand-in's
    private int reliefs; // the stand-in's
    private int stintTurns; // the task's
    private long entry; // the own thread's

    /** A turn of the own thread. */
    void drive() {
        turns++;
        ownTurns++;
    }

    /** The own thread runs code of the application. Returns the entry. */
    long enter() {
        entry = state.enter();
        return entry;
    }

    /** Code of the application has come back: the own thread takes the loop, or waits until it gets it. */
    void leaveAndDrive() {
        ownTurns++;
        boolean left = state.leave(entry);
        if (!left) {
            state.reclaim(entry);
        }
        if (left || await(state::driving)) {
            turns++;
        }
    }

    /** The stand-in looks at the loop: it turns it, if it can have it, until it is asked to give it back. */
    void relieve() {
        relieve(() -> {});
    }

    /** The same with something to do first. */
    void relieve(Runnable first) {
        if (!state.take()) {
            return;
        }
        first.run();
        reliefs++;
        reliefTurns++;
        turns++;
        if (await(this::reclaimedAfterATurn)) {
            state.giveBack();
        } else {
            reliefTurns++; // a turn that is missing
        }
    }

    /**
     * A task drives, if it can have the loop: a turn, an entry of code of the application, and a turn if no other thread
     * has taken the loop meanwhile.
     */
    void driveInStint(long offered) {
        if (!state.beginStint(offered)) {
            return;
        }
        stintTurns++;
        turns++;
        long handling = state.enter();
        if (state.leave(handling)) {
            stintTurns++;
            turns++;
            state.endStint();
        }
    }

    /** The stand-in takes the loop from the task of a stint, if that runs code of the application. */
    void takeFromStint() {
        state.endStint(state.now());
    }

    private boolean reclaimedAfterATurn() {
        turns++;
        reliefTurns++;
        return state.reclaimed();
    }

    private static boolean await(BooleanSupplier event) {
        long begin = System.nanoTime();
        while (!event.getAsBoolean()) {
            if (hopeless || System.nanoTime() - begin > PATIENCE_NANOS) {
                hopeless = true;
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** How many turns were lost. For the arbiter. */
    int lostTurns() {
        return ownTurns + reliefTurns + stintTurns - turns;
    }

    /** How often the loop was relieved. For the arbiter. */
    int reliefs() {
        return reliefs;
    }
}
