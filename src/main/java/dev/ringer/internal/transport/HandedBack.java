package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The task that application code leaves to its loop when it ends an exchange on the loop thread. Every request of a
 * pipeline passes through here. A concurrent queue would need a node for each ({@code pipelined} in
 * {@code benchmarks/servers}).
 *
 * <p>The loop thread takes the task when the application code has returned. The stand-in takes the task if it takes
 * over first. So the task never waits for a handler that goes on after its exchange.
 */
final class HandedBack {
    private final LoopState state;

    /**
     * The task, published by {@code full}. The reference stays after the task is taken, because the same connection
     * mostly comes again. So a loop keeps a connection or two for longer than they are open.
     */
    private Runnable task;

    private final AtomicBoolean full = new AtomicBoolean();

    HandedBack(LoopState state) {
        this.state = state;
    }

    /**
     * Leaves a task. Called on the loop thread, inside application code.
     *
     * @return false if the caller must queue the task: there is one already, or the stand-in drives
     */
    boolean offer(Runnable newTask) {
        if (!state.handling() || full.get()) {
            return false;
        }
        if (task != newTask) { // with G1, storing a reference in an old object costs a fence
            task = newTask;
        }
        full.set(true);
        boolean awaited = state.handling(); // otherwise the stand-in may have checked too early
        return awaited || !full.compareAndSet(true, false);
    }

    /**
     * Takes the task, or returns null. The stand-in calls this when it takes over; the loop thread may be about to
     * withdraw the task.
     */
    Runnable take() {
        Runnable left = full.get() ? task : null;
        return left != null && full.compareAndSet(true, false) ? left : null;
    }

    /**
     * Takes the task, or returns null. The loop thread calls this when it drives again; no other thread interferes
     * then.
     */
    Runnable takeOwn() {
        if (!full.get()) {
            return null;
        }
        full.setRelease(false);
        return task;
    }
}
