package dev.ringer.internal.events;

import dev.ringer.internal.observe.FailureLog;
import java.util.ArrayList;
import java.util.List;

/** The actions that the application has added for the end of one event stream. Each action runs once. Thread-safe. */
public final class CloseActions {
    // Actions that will run at the end of the stream. Null after the end. Guarded by this object's monitor.
    private List<Runnable> waiting = List.of();

    /** Returns a log for the exceptions that the actions throw. */
    public static FailureLog newLog() {
        return new FailureLog("An EventStream onClose action threw an exception");
    }

    /** Adds an action. If the stream has ended already, runs the action immediately. */
    public void add(Runnable action) {
        if (!tryAdd(action)) {
            action.run();
        }
    }

    private synchronized boolean tryAdd(Runnable action) {
        if (waiting == null) {
            return false;
        }
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(1);
        }
        return waiting.add(action);
    }

    /**
     * Removes and returns all actions. Called at the end of the stream. The first call returns the actions, and every
     * later call returns null.
     */
    public synchronized List<Runnable> take() {
        List<Runnable> taken = waiting;
        waiting = null;
        return taken;
    }

    /** Runs the actions in their order. If an action throws an exception, the next actions still run. */
    public static void run(List<Runnable> taken, FailureLog failures) {
        for (Runnable action : taken) {
            try {
                action.run();
            } catch (Throwable failure) { // application code may throw anything
                failures.failed(failure);
            }
        }
    }
}
