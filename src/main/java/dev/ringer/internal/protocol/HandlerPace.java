package dev.ringer.internal.protocol;

import java.util.concurrent.TimeUnit;

/**
 * Predicts whether a handler is brief: whether to run it takes hardly longer than to give it to another thread. Only such
 * handlers may run on a thread that drives an event loop in a stint, because other connections wait meanwhile, and other
 * processors may have nothing to do.
 *
 * <p>Brief runs earn credit, and slow runs spend it. Single slow runs do not matter, because a thread may lose its
 * processor at any time. But a run that waits spends all credit at once. A handler without credit gets a trial of a few
 * runs now and then, more seldom each time it fails. Any thread may call the methods. If two threads change a field at
 * once, one change may get lost, which does not matter either.
 */
public final class HandlerPace {
    /** A longer run is slow, in nanoseconds. To give a request to a thread pool takes 5 to 20 microseconds. */
    private static final long SLOW_NANOS = 25_000;

    private static final int MAX_CREDIT = 64;
    private static final int STALL_COST = 16; // what a run costs that holds up a loop for a millisecond
    private static final int TRIAL_RUNS = 8;

    private static final long MIN_TRIAL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_TRIAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int RUNS_OF_TRUST = 256; // after this many brief runs in a row, trials come twice as soon

    private int credit = TRIAL_RUNS; // a run may be slow, but only one at a time
    private int inRow; // brief runs since the last slow one
    private long trialNanos = MIN_TRIAL_NANOS; // from the loss of all credit to the next trial
    private long nextTrial;

    /** Whether the next run is likely to be brief, or belongs to a trial. */
    public boolean isBrief() {
        if (credit > 0) {
            return true;
        }
        if (System.nanoTime() - nextTrial < 0) {
            return false;
        }
        credit = TRIAL_RUNS;
        return true;
    }

    /** Notes how long a run on a thread that drives a loop has taken. */
    public void note(long nanos) {
        if (nanos > SLOW_NANOS) {
            spend(1);
        } else {
            credit = Math.min(credit + 1, MAX_CREDIT);
            if (++inRow == RUNS_OF_TRUST) {
                inRow = 0;
                trialNanos = Math.max(trialNanos / 2, MIN_TRIAL_NANOS);
            }
        }
    }

    /**
     * Notes that a run takes so long that another thread must drive the loop. {@link #note} will be called, too.
     *
     * @param waits whether the handler waits for a lock, a time or another thread. Otherwise it works, waits for the
     *     kernel, or only for a processor
     */
    public void onHeldUp(boolean waits) {
        spend(waits ? Math.max(credit, 1) : STALL_COST);
    }

    private void spend(int cost) {
        inRow = 0;
        boolean hadCredit = credit > 0;
        credit = Math.max(0, credit - cost);
        if (hadCredit && credit == 0) {
            nextTrial = System.nanoTime() + trialNanos;
            trialNanos = Math.min(2 * trialNanos, MAX_TRIAL_NANOS);
        }
    }
}
