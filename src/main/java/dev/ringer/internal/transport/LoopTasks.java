package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * The tasks of an event loop. Most run in rounds, in the order in which they were added. A task that is added during a
 * round waits for the next round, so that events of other connections come in between. A task may also ask to run before
 * the next event, or in about a millisecond. Only the driver of the loop calls the methods, unless a comment says
 * otherwise.
 */
final class LoopTasks {
    private static final int MAX_PER_ROUND = 1024;

    private static final long SHORTLY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long NEVER = Long.MAX_VALUE;

    private final Queue<Runnable> next = new ConcurrentLinkedQueue<>(); // tasks that run before the next event
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Runnable> round = new ArrayDeque<>();
    private final ArrayDeque<Runnable> shortly = new ArrayDeque<>();
    // time of System.nanoTime() at which the tasks in `shortly` run; NEVER if there are none
    private volatile long shortlyAt = NEVER;

    /** Runs a task. If the task throws an exception, which would be a bug, logs the exception. */
    static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable fault) {
            ServerLog.unexpected("Unexpected error in an event loop task; the loop continues", fault);
        }
    }

    /** Adds a task that runs in the next round. Any thread may call this. */
    void add(Runnable task) {
        queue.add(task);
    }

    /** Adds a task that runs before the next event. Any thread may call this. */
    void addNext(Runnable task) {
        next.add(task);
    }

    /** Adds a task that runs in about a millisecond. */
    void addShortly(Runnable task, long now) {
        if (shortly.isEmpty()) {
            shortlyAt = now + SHORTLY_NANOS;
        }
        shortly.add(task);
    }

    /** Whether no tasks are queued for a later round, or before the next event. */
    boolean isEmpty() {
        return queue.isEmpty() && next.isEmpty();
    }

    /** Whether a round has not been completed, because another thread began to run the loop in the middle of it. */
    boolean inRound() {
        return !round.isEmpty();
    }

    /** Begins a round, unless one is in progress. Returns false if there are no tasks to run. */
    boolean fillRound() {
        if (!round.isEmpty()) {
            return true;
        }
        Runnable task;
        while (round.size() < MAX_PER_ROUND && (task = queue.poll()) != null) {
            round.add(task);
        }
        return !round.isEmpty();
    }

    /** Removes and returns the next task of this round; null if there is none. */
    Runnable poll() {
        return round.poll();
    }

    /** Runs the tasks that run before the next event. */
    void runNext() {
        for (Runnable task; (task = next.poll()) != null; ) {
            run(task);
        }
    }

    /** Whether any tasks run in about a millisecond. Any thread may call this. */
    boolean anyShortly() {
        return shortlyAt != NEVER;
    }

    /** Whether it is time to run the tasks of {@link #addShortly}. Any thread may call this. */
    boolean shortlyDue(long now) {
        long time = shortlyAt;
        return time != NEVER && time - now <= 0;
    }

    /** Returns the nanoseconds until the tasks of {@link #addShortly} must run; {@code NEVER} if there are none. */
    long nanosToShortly(long now) {
        return shortly.isEmpty() ? NEVER : shortlyAt - now;
    }

    /** Runs the tasks of {@link #addShortly} if it is time. A task that they add runs about a millisecond later. */
    void runShortlyIfDue(long now) {
        if (!shortlyDue(now)) {
            return;
        }
        for (int left = shortly.size(); left > 0; left--) {
            run(shortly.poll());
        }
        shortlyAt = shortly.isEmpty() ? NEVER : now + SHORTLY_NANOS;
    }
}
