package dev.ringer.internal.transport;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What a loop is to do beside its events, in rounds: what the tasks of one round add is left to the next, so that the events of
 * others come in between. Only what was handed back last may be taken out of its turn, as often as the loop lets it. The driver's, but for
 * what says so.
 */
final class LoopTasks {
    private static final int MAX_PER_ROUND = 1024; // and once each connection that was handed back

    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final HandedBack handedBack;
    private final ArrayDeque<Runnable> collected = new ArrayDeque<>(); // of what was handed back, but for the last
    private Runnable latest; // stays when it has been taken, as in HandedBack
    private boolean latestDue;
    private final ArrayDeque<Runnable> round = new ArrayDeque<>();

    LoopTasks(LoopState state) {
        handedBack = new HandedBack(state);
    }

    /** Adds a task. Any thread. */
    void add(Runnable task) {
        queue.add(task);
    }

    /** Leaves a task to the driver who comes next. The own thread; false if it is to be added instead. */
    boolean handBack(Runnable task) {
        return handedBack.offer(task);
    }

    /** Takes what was handed back: code of the application has returned. The own thread. */
    void collect() {
        collect(handedBack.takeOwn());
    }

    /** Takes what was handed back: the stand-in takes over. */
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
     * Takes what was handed back last out of its turn: the next request of a connection that pipelines, while what it needs is in the
     * processor's caches. Null if there is none, or something is queued, perhaps by the same exchange.
     */
    Runnable pollLatest() {
        boolean first = latestDue && queue.isEmpty();
        latestDue &= !first;
        return first ? latest : null;
    }

    /** Another event comes first: what was handed back before has its turn in the next round. */
    void postponeLatest() {
        if (latestDue) {
            latestDue = false;
            collected.add(latest);
        }
    }

    /** Whether nothing is to be done, this round apart. */
    boolean isEmpty() {
        return !latestDue && collected.isEmpty() && queue.isEmpty();
    }

    /** Whether this round is not over: the driver before was relieved in the middle of it. */
    boolean inRound() {
        return !round.isEmpty();
    }

    /** Begins a round, unless it is in one; false if there is nothing to do. */
    boolean fillRound() {
        if (!round.isEmpty()) {
            return true;
        }
        Runnable task;
        while (round.size() < MAX_PER_ROUND && (task = queue.poll()) != null) {
            round.add(task);
        }
        postponeLatest();
        while ((task = collected.poll()) != null) { // behind what the same exchanges have queued
            round.add(task);
        }
        return !round.isEmpty();
    }

    /** The next one of this round, or null. */
    Runnable poll() {
        return round.poll();
    }
}
