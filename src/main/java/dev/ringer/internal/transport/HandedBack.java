package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicReference;

/**
 * What code of the application leaves to its loop as it ends an exchange on the loop's own thread: every request of a pipeline
 * comes through here, for which a queue of many threads would need a node ({@code pipelined} in {@code benchmarks/servers}).
 *
 * <p>The driver takes it when that code has come back, or as the stand-in takes over, so that it waits for no handler that
 * goes on after its exchange.
 */
final class HandedBack {
    private final LoopState state;
    private final AtomicReference<Runnable> slot = new AtomicReference<>();

    HandedBack(LoopState state) {
        this.state = state;
    }

    /**
     * Leaves a task. The own thread, inside code of the application.
     *
     * @return false if it is to be queued: there is one already, or the stand-in drives
     */
    boolean offer(Runnable task) {
        if (!state.handling() || !slot.compareAndSet(null, task)) {
            return false;
        }
        boolean awaited = state.handling(); // else the stand-in may have looked before
        return awaited || !slot.compareAndSet(task, null);
    }

    /** What was left, or null. The driver, before it does anything else. */
    Runnable take() {
        Runnable task = slot.get();
        return task != null && slot.compareAndSet(task, null) ? task : null;
    }
}
