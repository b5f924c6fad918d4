package dev.ringer.internal.transport;

import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that turns a loop while the loop's own thread is held up in code of the application: when that is about to wait
 * for a client, or when it has been at work for {@link #PATIENCE_NANOS}, alone or with others in one turn. While something is to
 * run shortly it also wakes a loop that waits for events longer than that. Started by the first code of the application that the
 * loop runs; it looks at the loop at intervals, and sleeps while nothing is to be run.
 */
final class StandIn extends Thread {
    /** How long code of the application may hold its loop up before it is relieved. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** The same while finished responses wait for the next one of their connection, about two milliseconds as a rule. */
    private static final long HURRIED_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long HURRIED_TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** How often it looks at a loop that runs nothing before it falls asleep. */
    private static final int IDLE_TICKS = 10;

    /** How often it looks at a loop in a hurry before it slows down: batches of requests follow each other. */
    private static final int CALM_TICKS = 20;

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private enum Watch {
        ASLEEP,
        LOOKING,
        HURRYING
    }

    private final EventLoop loop;
    private final LoopState state;
    private final ShortlyTasks shortly; // while there are any, no code of the application may hold the loop up for long

    // the own thread's
    private boolean started;
    private long nextTry;

    // this thread's
    private int seen = -1; // how often the own thread had entered code of the application
    private long since;
    private int idle;
    private int calm = CALM_TICKS; // looks since something was to be run shortly

    private volatile Watch watch = Watch.LOOKING;

    /** Takes group and context class loader from the caller. */
    StandIn(EventLoop loop, LoopState state, ShortlyTasks shortly, String name) {
        super(null, null, name, 0, false); // no inheritable thread-locals
        this.loop = loop;
        this.state = state;
        this.shortly = shortly;
        this.nextTry = System.nanoTime();
        setDaemon(true);
    }

    /** The own thread has entered code of the application. */
    void attend() {
        boolean hurried = shortly.any();
        Watch now = watch;
        if (now == Watch.ASLEEP || hurried && now == Watch.LOOKING) {
            watch = hurried ? Watch.HURRYING : Watch.LOOKING; // once is enough
            LockSupport.unpark(this);
        }
        if (!started) {
            tryToStart();
        }
    }

    /**
     * Whether it wakes the loop for what is to run shortly, so that selections need no timeout for it: the system sets a timer for each
     * of so short a one. Kept by the {@code pipelined} row on virtual threads. The driver.
     */
    boolean keepsTime() {
        return started && watch == Watch.HURRYING;
    }

    /** Makes it look at once. Any thread. */
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
        } catch (OutOfMemoryError none) { // no more threads: handlers hold this loop up until there is one
            ServerLog.unexpected("A loop has no stand-in", none);
            nextTry = System.nanoTime() + RETRY_NANOS;
        }
    }

    @Override
    public void run() {
        while (!loop.stopped() || state.relieved() || state.offered()) {
            try {
                look();
            } catch (Throwable fault) { // the own thread may be waiting for this one all the same
                ServerLog.loopFailed(fault);
            }
        }
    }

    private void look() {
        Thread.interrupted(); // or parking and selecting would return at once
        boolean handling = state.handling();
        int entered = loop.entered();
        long now = System.nanoTime();
        boolean hurried = shortly.any();
        if (entered != seen) {
            seen = entered;
            since = now;
            idle = 0;
        }
        long patience = hurried ? HURRIED_PATIENCE_NANOS : PATIENCE_NANOS;
        boolean held = handling && (now - since >= patience || now - loop.now() >= PATIENCE_NANOS);
        boolean failedBefore = state.relieved(); // in the middle of driving, which nobody else ends
        boolean offered = state.offered();
        if (failedBefore || (held || offered) && state.take()) {
            drive(offered);
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

    private void drive(boolean offered) {
        EventRecorder recorder = EventRecorder.current();
        Runnable end = recorder == null ? null : recorder.beginRelief(loop.thread(), offered);
        loop.driveAsStandIn();
        if (end != null) {
            end.run();
        }
    }

    private void park(boolean hurrying) {
        watch = hurrying ? Watch.HURRYING : Watch.LOOKING;
        if (hurrying || !shortly.any()) { // else the loop may still rely on it
            LockSupport.parkNanos(this, hurrying ? HURRIED_TICK_NANOS : TICK_NANOS);
        }
    }

    /** Sleeps until the own thread enters something; looks once more after it has said so, or that could be missed. */
    private void fallAsleep() {
        watch = Watch.ASLEEP;
        if (state.driving() && loop.entered() == seen && !shortly.any() && !loop.stopped()) {
            LockSupport.park(this);
        }
        watch = Watch.LOOKING;
    }
}
