package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that runs an event loop while application code blocks the loop thread. The stand-in takes over when the
 * application code is about to wait for a client, or when application code has run for {@link #PATIENCE_NANOS} in one
 * turn. It also wakes the loop in time for tasks of {@link LoopTasks#addShortly}. When a handler blocks a loop in a
 * stint, the stand-in makes the loop thread the driver, instead of driving itself.
 *
 * <p>The thread starts and ends with the loop, because no thread may be left to create when the loop needs it. It
 * checks the loop at intervals, and sleeps while there is nothing to do.
 */
final class StandIn extends Thread {
    /** The time, in nanoseconds, after which the stand-in takes over from application code that blocks its loop. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Replaces {@link #PATIENCE_NANOS} while tasks are to run shortly. These should run within 2 ms. */
    private static final long HURRIED_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long HURRIED_TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** The time in nanoseconds for which application code of a stint may run before the loop thread takes over. */
    private static final long STINT_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** After this many checks in a row that find no application code running, the stand-in sleeps. */
    private static final int IDLE_TICKS = 10;

    /** After this many frequent checks without a task that is to run shortly, the stand-in checks less often. */
    private static final int CALM_TICKS = 20;

    private enum Watch {
        ASLEEP,
        CHECKING,
        HURRYING
    }

    private final EventLoop loop;
    private final LoopState state;
    private final LoopTasks tasks; // while some must run in about a millisecond, the stand-in takes over sooner

    // only the stand-in thread uses these fields
    private long seen = -1; // the state of the loop at the last check; -1 before the first check
    private long since;
    private int idle;
    private int calm = CALM_TICKS; // number of checks since a task was last to run shortly, at most CALM_TICKS

    private volatile Watch watch = Watch.CHECKING;

    /** Creates a thread that inherits thread group and context class loader from the calling thread. */
    StandIn(EventLoop loop, LoopState state, LoopTasks tasks, String name) {
        super(null, null, name, 0, false); // the last argument false: inherit no thread-locals
        this.loop = loop;
        this.state = state;
        this.tasks = tasks;
        setDaemon(true);
    }

    /** Wakes the stand-in if necessary. Called when the driver begins to run application code. */
    void attend() {
        boolean hurried = hurried();
        Watch now = watch;
        if (now == Watch.ASLEEP || hurried && now == Watch.CHECKING) {
            // set the state here too, so that the next call does not unpark again
            watch = hurried ? Watch.HURRYING : Watch.CHECKING;
            LockSupport.unpark(this);
        }
    }

    /**
     * Whether the stand-in wakes the loop in time for tasks that are to run shortly. If so, the loop selects without a
     * timeout for these tasks, and the kernel need not set a timer. The {@code pipelined} row of
     * {@code benchmarks/servers}, on virtual threads, justifies this. Called by the loop.
     */
    boolean keepsTime() {
        return watch == Watch.HURRYING;
    }

    private boolean hurried() {
        return tasks.anyShortly() || state.inStint();
    }

    /** Makes the stand-in check the loop now. Any thread may call this. */
    void wake() {
        LockSupport.unpark(this);
    }

    @Override
    public void run() {
        // A loop that is ending may still run application code. If this code blocks it, this thread must run the loop,
        // so that the connections notice the end.
        while (!loop.ended()) {
            try {
                check();
            } catch (Throwable fault) { // this thread must go on, because the loop thread may wait for it
                ServerLog.loopFailed(fault);
            }
        }
    }

    private void check() {
        Thread.interrupted(); // clear the interrupt: otherwise parking and selecting would return immediately
        long word = state.now();
        boolean handling = state.handling();
        long now = System.nanoTime();
        boolean hurried = hurried();
        if (word != seen) {
            seen = word;
            since = now;
            idle = 0;
        }
        if (LoopState.handlesInStint(word) && now - loop.enteredAt() >= STINT_PATIENCE_NANOS) {
            loop.endStint(word, loop.stintWaits());
        }
        long patience = hurried ? HURRIED_PATIENCE_NANOS : PATIENCE_NANOS;
        boolean held = handling && (now - since >= patience || now - loop.turnBegan() >= PATIENCE_NANOS);
        // True if an exception ended driveAsStandIn() too early. Then this thread must still give the loop back.
        boolean failedBefore = state.relieved();
        boolean offered = state.offered();
        if (failedBefore || (held || offered) && state.take()) {
            loop.driveAsStandIn(offered);
            idle = 0;
        } else if (handling || hurried || idle++ < IDLE_TICKS) {
            if (tasks.shortlyDue(now)) {
                loop.awaken();
            }
            calm = hurried ? 0 : Math.min(calm + 1, CALM_TICKS);
            park(calm < CALM_TICKS);
        } else {
            fallAsleep();
        }
    }

    void park(boolean hurrying) {
        watch = hurrying ? Watch.HURRYING : Watch.CHECKING;
        // If a task has just been added, or a stint has begun, do not sleep: the driver may have seen HURRYING, and
        // rely on this thread.
        if (hurrying || !hurried()) {
            LockSupport.parkNanos(this, hurrying ? nanosToHurriedCheck() : TICK_NANOS);
        }
    }

    private long nanosToHurriedCheck() {
        if (tasks.anyShortly()) {
            return HURRIED_TICK_NANOS;
        }
        // so that application code of a stint is stopped in time, even if it begins just after this check
        return LoopState.handlesInStint(state.now())
                ? Math.max(0, loop.enteredAt() + STINT_PATIENCE_NANOS - System.nanoTime())
                : STINT_PATIENCE_NANOS;
    }

    /** Sleeps until application code begins to run on the loop, unless the code has just begun. */
    private void fallAsleep() {
        watch = Watch.ASLEEP;
        if (state.driving() && state.now() == seen && !tasks.anyShortly() && !loop.ended()) {
            LockSupport.park(this);
        }
        watch = Watch.CHECKING;
    }
}
