package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The tasks of a loop, which run in rounds. A task that is added during a round waits for the next round, so that
 * events of other connections come in between. The task that was handed back last is an exception: the loop may run it
 * at once. Only the driver uses this class, except for the methods that say otherwise.
 */
final class LoopTasks {
    private static final int MAX_PER_ROUND = 1024; // not counting one task for each connection that was handed back

    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final HandedBack handedBack;
    private final ArrayDeque<Runnable> collected = new ArrayDeque<>(); // all tasks handed back, except the latest
    private Runnable latest; // the task handed back last; stays when the task is taken, as in HandedBack
    private boolean latestDue; // whether the latest task is still to be run
    private final ArrayDeque<Runnable> round = new ArrayDeque<>();

    LoopTasks(LoopState state) {
        handedBack = new HandedBack(state);
    }

    /** Runs a task. A task handles its own faults. If it throws nevertheless, this method logs the fault. */
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

    /** Leaves a task to the next driver. Returns false if the caller must add it instead. Called on the loop thread. */
    boolean handBack(Runnable task) {
        return handedBack.offer(task);
    }

    /** Takes the task that was handed back, after application code has returned. Called on the loop thread. */
    void collect() {
        collect(handedBack.takeOwn());
    }

    /** Takes the task that was handed back, when the stand-in takes over. */
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
     * Takes the task that was handed back last, out of turn. So the next request of a pipeline runs while its data is
     * still in the processor's caches. Returns null if there is no such task, or if another task is queued, perhaps by
     * the same exchange.
     */
    Runnable pollLatest() {
        boolean first = latestDue && queue.isEmpty();
        latestDue &= !first;
        return first ? latest : null;
    }

    /** Moves the task that was handed back last to the next round, because another event comes first. */
    void postponeLatest() {
        if (latestDue) {
            latestDue = false;
            collected.add(latest);
        }
    }

    /** Whether no task is queued for a later round. */
    boolean isEmpty() {
        return !latestDue && collected.isEmpty() && queue.isEmpty();
    }

    /** Whether a round is unfinished, because the driver changed in the middle of it. */
    boolean inRound() {
        return !round.isEmpty();
    }

    /** Begins a round, unless one is in progress. Returns false if there is no task to run. */
    boolean fillRound() {
        if (!round.isEmpty()) {
            return true;
        }
        Runnable task;
        while (round.size() < MAX_PER_ROUND && (task = queue.poll()) != null) {
            round.add(task);
        }
        postponeLatest();
        while ((task = collected.poll()) != null) { // behind the tasks that the same exchanges have queued
            round.add(task);
        }
        return !round.isEmpty();
    }

    /** Returns the next task of this round and removes it; null if there is none. */
    Runnable poll() {
        return round.poll();
    }
}
