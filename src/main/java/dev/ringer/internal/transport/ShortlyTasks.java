package dev.ringer.internal.transport;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** Tasks of a loop that run in about a millisecond. Only the driver uses them, except where a method says otherwise. */
final class ShortlyTasks {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long NEVER = Long.MAX_VALUE;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private volatile long at = NEVER; // the time at which the tasks run, as a nanoTime; NEVER if there are none

    void add(Runnable task, long now) {
        if (tasks.isEmpty()) {
            at = now + NANOS;
        }
        tasks.add(task);
    }

    /** Whether there are any tasks. Any thread may ask. */
    boolean any() {
        return at != NEVER;
    }

    /** Whether it is time to run the tasks. Any thread may ask. */
    boolean due(long now) {
        long time = at;
        return time != NEVER && time - now <= 0;
    }

    /** Returns the nanoseconds until the tasks run; {@code NEVER} if there are none. */
    long nanosToNext(long now) {
        return tasks.isEmpty() ? NEVER : at - now;
    }

    /** Runs the tasks, if it is time. If a task adds another one, the new task runs a millisecond later. */
    void runIfDue(long now) {
        if (!due(now)) {
            return;
        }
        for (int left = tasks.size(); left > 0; left--) {
            LoopTasks.run(tasks.poll());
        }
        at = tasks.isEmpty() ? NEVER : now + NANOS;
    }
}
