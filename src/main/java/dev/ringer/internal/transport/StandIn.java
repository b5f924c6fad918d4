package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that drives a loop while application code blocks the loop thread. It takes over when that code is about to
 * wait for a client, or when application code has run for {@link #PATIENCE_NANOS} in one turn. While tasks are to run
 * shortly, the stand-in wakes the loop in time for them. The loop starts this thread when it runs application code for
 * the first time. The thread checks the loop at intervals, and sleeps while there is nothing to do.
 */
final class StandIn extends Thread {
    /** The longest time for which application code holds up its loop before the stand-in takes over. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * The time that replaces {@link #PATIENCE_NANOS} while finished responses wait to be sent together with the next
     * response of their connection. Such responses usually wait about two milliseconds.
     */
    private static final long HURRIED_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long HURRIED_TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** The stand-in sleeps after this number of checks in a row that find the loop thread outside application code. */
    private static final int IDLE_TICKS = 10;

    /**
     * The number of frequent checks that find no task to run shortly, before the stand-in checks less often. It does
     * not slow down at once, because batches of requests follow each other.
     */
    private static final int CALM_TICKS = 20;

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The loop, as its stand-in sees it. */
    interface RelievedLoop {
        /** Whether the loop ends, or has ended. */
        boolean stopped();

        /**
         * Returns the {@link System#nanoTime()} of the events of a turn. The stand-in sees the turn in which the loop
         * thread last entered application code.
         */
        long now();

        /** Wakes the loop, if it waits for events, so that it checks its queues. */
        void awaken();

        /**
         * Drives the loop until the loop thread asks for it. Called on the stand-in thread.
         *
         * @param offered whether the loop thread is about to wait
         */
        void driveAsStandIn(boolean offered);
    }

    private enum Watch {
        ASLEEP,
        CHECKING,
        HURRYING
    }

    private final RelievedLoop loop;
    private final LoopState state;
    private final ShortlyTasks shortly; // while there are any, the patience is short

    // owned by the loop thread
    private boolean started;
    private long nextTry;

    // owned by this thread
    private int seen = -1; // how many times the loop thread had entered application code at the last check
    private long since;
    private int idle;
    private int calm = CALM_TICKS; // checks since there was a task to run shortly

    private volatile Watch watch = Watch.CHECKING;

    /** Creates a thread that takes group and context class loader from the caller. */
    StandIn(RelievedLoop loop, LoopState state, ShortlyTasks shortly, String name) {
        super(null, null, name, 0, false); // no inheritable thread-locals
        this.loop = loop;
        this.state = state;
        this.shortly = shortly;
        this.nextTry = System.nanoTime();
        setDaemon(true);
    }

    /** Notes that the loop thread has entered application code. */
    void attend() {
        boolean hurried = shortly.any();
        Watch now = watch;
        if (now == Watch.ASLEEP || hurried && now == Watch.CHECKING) {
            watch = hurried ? Watch.HURRYING : Watch.CHECKING; // so that the next call does not unpark again
            LockSupport.unpark(this);
        }
        if (!started) {
            tryToStart();
        }
    }

    /**
     * Whether the stand-in wakes the loop for the tasks that are to run shortly. Then selections need no timeout for
     * these tasks. The kernel would set a timer for each timeout that is so short. The {@code pipelined} row on virtual
     * threads justifies this. Called by the driver.
     */
    boolean keepsTime() {
        return started && watch == Watch.HURRYING;
    }

    /** Makes the stand-in check the loop at once. Any thread may call this. */
    void wake() {
        LockSupport.unpark(this);
    }

    private void tryToStart() {
        if (System.nanoTime() - nextTry < 0) {
            return;
        }
        try {
            start();
            started = true;
        } catch (OutOfMemoryError none) { // no thread is left: handlers hold up this loop until the next try
            ServerLog.unexpected("A loop has no stand-in", none);
            nextTry = System.nanoTime() + RETRY_NANOS;
        }
    }

    @Override
    public void run() {
        // While application code blocks a loop that ends, the connections still need a driver to notice their end.
        while (!loop.stopped() || !state.driving()) {
            try {
                check();
            } catch (Throwable fault) { // this thread must go on, because the loop thread may wait for it
                ServerLog.loopFailed(fault);
            }
        }
    }

    private void check() {
        Thread.interrupted(); // an interrupt would make parking and selecting return at once
        boolean handling = state.handling();
        int entered = state.entered();
        long now = System.nanoTime();
        boolean hurried = shortly.any();
        if (entered != seen) {
            seen = entered;
            since = now;
            idle = 0;
        }
        long patience = hurried ? HURRIED_PATIENCE_NANOS : PATIENCE_NANOS;
        boolean held = handling && (now - since >= patience || now - loop.now() >= PATIENCE_NANOS);
        boolean failedBefore = state.relieved(); // a fault ended the last drive, and only this thread can give back
        boolean offered = state.offered();
        if (failedBefore || (held || offered) && state.take()) {
            loop.driveAsStandIn(offered);
            idle = 0;
        } else if (handling || hurried || idle++ < IDLE_TICKS) {
            if (shortly.due(now)) {
                loop.awaken();
            }
            calm = hurried ? 0 : Math.min(calm + 1, CALM_TICKS);
            park(calm < CALM_TICKS);
        } else {
            fallAsleep();
        }
    }

    private void park(boolean hurrying) {
        watch = hurrying ? Watch.HURRYING : Watch.CHECKING;
        if (hurrying || !shortly.any()) { // otherwise go on at once: the loop may still rely on a wake-up
            LockSupport.parkNanos(this, hurrying ? HURRIED_TICK_NANOS : TICK_NANOS);
        }
    }

    /**
     * Sleeps until the loop thread enters application code. After the state is set, this method checks once more,
     * because the loop thread may have entered application code before.
     */
    private void fallAsleep() {
        watch = Watch.ASLEEP;
        if (state.driving() && state.entered() == seen && !shortly.any() && !loop.stopped()) {
            LockSupport.park(this);
        }
        watch = Watch.CHECKING;
    }
}
