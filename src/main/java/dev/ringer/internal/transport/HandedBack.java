package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Holds the task that application code leaves to its loop when it ends an exchange on the loop thread. Each request of
 * a pipeline leaves one task. A concurrent queue would allocate a node for each task ({@code pipelined} in
 * {@code benchmarks/servers}).
 *
 * <p>The loop thread takes the task when the application code has returned. The stand-in takes the task if it takes
 * over first. So the task never waits for a handler that goes on after its exchange.
 */
final class HandedBack {
    private final LoopState state;

    /**
     * The task, published by {@code full}. The reference stays after the task is taken, because the next task is mostly
     * the same object. So a loop may retain a closed connection or two.
     */
    private Runnable task;

    private final AtomicBoolean full = new AtomicBoolean();

    HandedBack(LoopState state) {
        this.state = state;
    }

    /**
     * Leaves a task. Called on the loop thread, inside application code.
     *
     * @return false if the caller must queue the task, because another task is here already or the stand-in drives
     */
    boolean offer(Runnable newTask) {
        if (!state.handling() || full.get()) {
            return false;
        }
        if (task != newTask) { // with G1, storing a reference in an old object costs a fence
            task = newTask;
        }
        full.set(true);
        boolean awaited = state.handling(); // if false, the stand-in may have checked before the task was here
        return awaited || !full.compareAndSet(true, false);
    }

    /**
     * Takes the task, or returns null. The stand-in calls this when it takes over. The loop thread may withdraw the
     * task at the same time.
     */
    Runnable take() {
        Runnable left = full.get() ? task : null;
        return left != null && full.compareAndSet(true, false) ? left : null;
    }

    /**
     * Takes the task, or returns null. The loop thread calls this when it drives again. At that time no other thread
     * uses the task.
     */
    Runnable takeOwn() {
        if (!full.get()) {
            return null;
        }
        full.setRelease(false);
        return task;
    }
}
