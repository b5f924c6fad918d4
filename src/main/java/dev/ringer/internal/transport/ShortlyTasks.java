package dev.ringer.internal.transport;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** Tasks of a loop that are to run in about a millisecond. The driver's, but for what says so. */
final class ShortlyTasks {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private long at; // in nanoTime's terms
    private volatile boolean any;

    void add(Runnable task, long now) {
        if (tasks.isEmpty()) {
            at = now + NANOS;
            any = true;
        }
        tasks.add(task);
    }

    /** Whether there are any. Any thread. */
    boolean any() {
        return any;
    }

    /** How long until they are to run; for ever if there are none. */
    long nanosToNext(long now) {
        return tasks.isEmpty() ? Long.MAX_VALUE : at - now;
    }

    /** Runs them, if it is time; those that they add come later. */
    void runIfDue(long now) {
        if (tasks.isEmpty() || at - now > 0) {
            return;
        }
        for (int left = tasks.size(); left > 0; left--) {
            EventLoop.run(tasks.poll());
        }
        any = !tasks.isEmpty();
        at = now + NANOS;
    }
}
