package dev.ringer.internal.transport;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** Tasks of a loop that are to run in about a millisecond. The driver's, but for what says so. */
final class ShortlyTasks {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long NEVER = Long.MAX_VALUE;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private volatile long at = NEVER; // in nanoTime's terms

    void add(Runnable task, long now) {
        if (tasks.isEmpty()) {
            at = now + NANOS;
        }
        tasks.add(task);
    }

    /** Whether there are any. Any thread. */
    boolean any() {
        return at != NEVER;
    }

    /** Whether it is time to run some. Any thread. */
    boolean due(long now) {
        long time = at;
        return time != NEVER && time - now <= 0;
    }

    /** How long until they are to run; for ever if there are none. */
    long nanosToNext(long now) {
        return tasks.isEmpty() ? NEVER : at - now;
    }

    /** Runs them, if it is time; those that they add come later. */
    void runIfDue(long now) {
        if (!due(now)) {
            return;
        }
        for (int left = tasks.size(); left > 0; left--) {
            EventLoop.run(tasks.poll());
        }
        at = tasks.isEmpty() ? NEVER : now + NANOS;
    }
}
