package dev.ringer.internal.transport;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** Tasks that an event loop runs in about a millisecond. Only {@link #any} and {@link #due} are thread-safe. */
final class ShortlyTasks {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long NEVER = Long.MAX_VALUE;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    // time of System.nanoTime() at which the tasks run; NEVER if there are none
    private volatile long at = NEVER;

    void add(Runnable task, long now) {
        if (tasks.isEmpty()) {
            at = now + NANOS;
        }
        tasks.add(task);
    }

    /** Whether there are any tasks. Any thread may call this. */
    boolean any() {
        return at != NEVER;
    }

    /** Whether it is time to run the tasks. Any thread may call this. */
    boolean due(long now) {
        long time = at;
        return time != NEVER && time - now <= 0;
    }

    /** Returns the nanoseconds until the tasks must run; {@code NEVER} if there are none. */
    long nanosToNext(long now) {
        return tasks.isEmpty() ? NEVER : at - now;
    }

    /** Runs the tasks if it is time. A task that they add runs about a millisecond later. */
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
