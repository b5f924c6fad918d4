package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What code of the application leaves to its loop as it ends an exchange on the loop's own thread: every request of a pipeline
 * comes through here, for which a queue of many threads would need a node ({@code pipelined} in {@code benchmarks/servers}).
 *
 * <p>The driver takes it when that code has come back, or as the stand-in takes over, so that it waits for no handler that
 * goes on after its exchange.
 */
final class HandedBack {
    private final LoopState state;

    /**
     * Published by {@code full}. It stays when it has been taken, since most often the same connection comes again: a loop keeps a
     * connection or two for longer than they are open.
     */
    private Runnable task;

    private final AtomicBoolean full = new AtomicBoolean();

    HandedBack(LoopState state) {
        this.state = state;
    }

    /**
     * Leaves a task. The own thread, inside code of the application.
     *
     * @return false if it is to be queued: there is one already, or the stand-in drives
     */
    boolean offer(Runnable newTask) {
        if (!state.handling() || full.get()) {
            return false;
        }
        if (task != newTask) { // with G1 a reference stored in what has grown old costs a fence
            task = newTask;
        }
        full.set(true);
        boolean awaited = state.handling(); // else the stand-in may have looked before
        return awaited || !full.compareAndSet(true, false);
    }

    /** What was left, or null. The stand-in, when it takes over: the own thread may be about to withdraw it. */
    Runnable take() {
        Runnable left = full.get() ? task : null;
        return left != null && full.compareAndSet(true, false) ? left : null;
    }

    /** What was left, or null. The own thread, when it drives again: no other can have a say. */
    Runnable takeOwn() {
        if (!full.get()) {
            return null;
        }
        full.setRelease(false);
        return task;
    }
}
