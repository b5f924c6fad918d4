package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Holds one task that must run on the loop when a handler on the loop thread has ended its exchange. Each pipelined
 * request has such a task, and a concurrent queue would allocate a node for each task ({@code pipelined} in
 * {@code benchmarks/servers}).
 *
 * <p>The loop thread takes the task when the handler has returned. If the handler goes on after its exchange, another
 * thread, the stand-in, runs the loop meanwhile and takes the task.
 */
final class HandedBack {
    private final LoopState state;

    /**
     * The task; valid while {@code full} is true. The reference stays when the task is taken, because the next task is
     * usually the same object. So this object may retain a closed connection.
     */
    private Runnable task;

    private final AtomicBoolean full = new AtomicBoolean();

    HandedBack(LoopState state) {
        this.state = state;
    }

    /**
     * Stores a task, which the loop runs when the current handler has returned. Only that handler calls this method.
     * Returns false if another task is stored, or if the stand-in thread runs the loop. Then the caller must queue the
     * task.
     */
    boolean offer(Runnable newTask) {
        if (!state.handling() || full.get()) {
            return false;
        }
        // write only a new value: with G1, storing a reference in an old object costs a memory fence
        if (task != newTask) {
            task = newTask;
        }
        full.set(true);
        // The stand-in thread may have taken over the loop before it could see the task. Then withdraw the task.
        return state.handling() || !full.compareAndSet(true, false);
    }

    /** Takes the task; null if there is none. Called by the stand-in thread, while the loop thread may withdraw it. */
    Runnable take() {
        Runnable left = full.get() ? task : null;
        return left != null && full.compareAndSet(true, false) ? left : null;
    }

    /** Takes the task; null if there is none. Called by the loop thread while no other thread uses the task. */
    Runnable takeOwn() {
        if (!full.get()) {
            return null;
        }
        full.setRelease(false);
        return task;
    }
}
