package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The tasks of an event loop, which run in rounds, in the order in which they were added. A task that is added during a
 * round waits for the next round, so that events of other connections come in between. Only the loop calls the methods,
 * unless a comment says otherwise.
 */
final class LoopTasks {
    private static final int MAX_PER_ROUND = 1024;

    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Runnable> round = new ArrayDeque<>();

    /** Runs a task. If the task throws an exception, which would be a bug, logs the exception. */
    static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable fault) {
            ServerLog.unexpected("Unexpected error in an event loop task; the loop continues", fault);
        }
    }

    /** Adds a task. Any thread may call this. */
    void add(Runnable task) {
        queue.add(task);
    }

    /** Whether no tasks are queued for a later round. */
    boolean isEmpty() {
        return queue.isEmpty();
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
}
