package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The tasks of an event loop, which run in rounds. A task that is added during a round waits for the next round, so
 * that events of other connections come in between. There is one exception: {@link #pollLatest} takes the task of an
 * ended exchange before the next round. Only the loop calls the methods, unless a comment says otherwise.
 */
final class LoopTasks {
    // the most tasks of one round; tasks of ended exchanges come in addition, at most one for each connection
    private static final int MAX_PER_ROUND = 1024;

    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final HandedBack handedBack;
    // tasks of ended exchanges, except the latest one
    private final ArrayDeque<Runnable> collected = new ArrayDeque<>();
    // the task of the exchange that ended last; the reference stays when the task is taken, as in HandedBack
    private Runnable latest;
    private boolean latestDue; // whether `latest` must still be run
    private final ArrayDeque<Runnable> round = new ArrayDeque<>();

    LoopTasks(LoopState state) {
        handedBack = new HandedBack(state);
    }

    /** Runs a task. If the task throws an exception, which would be a bug, logs the exception. */
    static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable fault) {
            ServerLog.unexpected("An event loop's task failed", fault);
        }
    }

    /** Adds a task. Any thread may call this. */
    void add(Runnable task) {
        queue.add(task);
    }

    /** Stores the task of an ended exchange. Returns false if the caller must queue it ({@link HandedBack#offer}). */
    boolean handBack(Runnable task) {
        return handedBack.offer(task);
    }

    /** Collects the task that application code has handed back. Called by the loop thread after that code. */
    void collect() {
        collect(handedBack.takeOwn());
    }

    /** Collects the task that application code has handed back. Called by the stand-in thread when it takes over. */
    void collectInRelief() {
        collect(handedBack.take());
    }

    private void collect(Runnable task) {
        if (task == null) {
            return;
        }
        postponeLatest();
        if (latest != task) {
            latest = task;
        }
        latestDue = true;
    }

    /**
     * Takes the task of the exchange that ended last, without waiting for the next round. So the next pipelined request
     * is handled while its data is still in the caches of the processor. Returns null if there is no such task. Also
     * returns null if any other task is queued: the exchange may have queued that other task to run before this one.
     */
    Runnable pollLatest() {
        boolean first = latestDue && queue.isEmpty();
        latestDue &= !first;
        return first ? latest : null;
    }

    /** Moves the task of the exchange that ended last to the next round, because another event comes first. */
    void postponeLatest() {
        if (latestDue) {
            latestDue = false;
            collected.add(latest);
        }
    }

    /** Whether no tasks are queued for a later round. */
    boolean isEmpty() {
        return !latestDue && collected.isEmpty() && queue.isEmpty();
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
        postponeLatest();
        while ((task = collected.poll()) != null) { // after the tasks that their exchanges have queued
            round.add(task);
        }
        return !round.isEmpty();
    }

    /** Removes and returns the next task of this round; null if there is none. */
    Runnable poll() {
        return round.poll();
    }
}
