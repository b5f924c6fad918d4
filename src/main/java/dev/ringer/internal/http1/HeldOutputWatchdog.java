package dev.ringer.internal.http1;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sees to it that a finished response which waits for the next one on its pipelined connection waits a millisecond at the
 * most, however long the next handler takes. One thread for a server, started by the first response that waits; it sleeps
 * while none does.
 */
final class HeldOutputWatchdog {
    /** How often it looks. */
    static final long TICK_NANOS = 500_000;

    private static final int IDLE_TICKS = 200;

    /** How many connections may hold something at a time, since each holds a buffer with it. */
    static final int MOST_HOLDING = 64;

    private final AtomicInteger holding = new AtomicInteger();
    private final Thread thread;
    private final Queue<ConnectionOutput> reported = new ConcurrentLinkedQueue<>();
    private volatile boolean started;
    private volatile boolean sleeping;
    private volatile boolean stopped;

    /** Its thread takes group, priority and context class loader from the caller, not from whoever holds something first. */
    HeldOutputWatchdog() {
        thread = new Thread(null, this::run, "ringer-held-output", 0, false);
        thread.setDaemon(true);
    }

    /** {@return whether one more output may hold something, until it says {@link #heldNoMore}} */
    boolean tryHold() {
        if (holding.incrementAndGet() > MOST_HOLDING) {
            holding.decrementAndGet();
            return false;
        }
        return true;
    }

    /** {@return how many outputs hold something} */
    int holding() {
        return holding.get();
    }

    void heldNoMore() {
        holding.decrementAndGet();
    }

    /**
     * Takes an output that is about to hold something, and is not watched yet.
     *
     * @return false if there is nobody to watch it
     */
    boolean watch(ConnectionOutput output) {
        if (!started && !start()) {
            return false;
        }
        reported.add(output);
        if (sleeping) {
            LockSupport.unpark(thread);
        }
        return true;
    }

    private synchronized boolean start() {
        if (!started && !stopped) {
            try {
                thread.start();
                started = true;
            } catch (OutOfMemoryError none) { // no more threads: a later response may find one
                return false;
            }
        }
        return started;
    }

    private void run() {
        ArrayDeque<ConnectionOutput> watched = new ArrayDeque<>();
        int idle = 0;
        while (!stopped) {
            Thread.interrupted(); // whoever was meant, each wait would return at once, and each write close its channel
            try {
                takeReported(watched);
                sendOverdue(watched);
            } catch (RuntimeException | Error ignored) { // no memory, for instance: the connections rely on this thread
            }
            idle = watched.isEmpty() ? idle + 1 : 0;
            if (idle < IDLE_TICKS) {
                LockSupport.parkNanos(this, TICK_NANOS);
            } else {
                sleep();
                idle = 0;
            }
        }
    }

    private void takeReported(ArrayDeque<ConnectionOutput> watched) {
        for (ConnectionOutput output; (output = reported.peek()) != null; reported.remove()) {
            watched.add(output); // where there is no memory for it, it stays reported
        }
    }

    private static void sendOverdue(ArrayDeque<ConnectionOutput> watched) {
        long now = System.nanoTime();
        for (int left = watched.size(); left > 0; left--) {
            ConnectionOutput output = watched.remove();
            if (output.sendOverdue(now)) {
                watched.add(output);
            }
        }
    }

    /** Sleeps until a response waits; looks once more after it has said so, or a wake-up could be missed. */
    private void sleep() {
        sleeping = true;
        if (reported.isEmpty() && !stopped) {
            LockSupport.park(this);
        }
        sleeping = false;
    }

    /** Ends the thread. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }
}
