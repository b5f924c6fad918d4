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
    private static final int MOST_HOLDING = 64;

    private final AtomicInteger holding = new AtomicInteger();
    private final Queue<ConnectionOutput> reported = new ConcurrentLinkedQueue<>();
    private volatile Thread thread;
    private volatile boolean sleeping;
    private volatile boolean stopped;

    /** {@return whether one more output may hold something, until it says {@link #heldNoMore}} */
    boolean tryHold() {
        if (holding.incrementAndGet() > MOST_HOLDING) {
            holding.decrementAndGet();
            return false;
        }
        return true;
    }

    void heldNoMore() {
        holding.decrementAndGet();
    }

    /** An output holds something, and is not watched yet. */
    void watch(ConnectionOutput output) {
        reported.add(output);
        if (thread == null) {
            start();
        } else if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    private synchronized void start() {
        if (thread == null && !stopped) {
            Thread made = new Thread(null, this::run, "ringer-held-output", 0, false);
            made.setDaemon(true);
            thread = made;
            made.start();
        }
    }

    private void run() {
        ArrayDeque<ConnectionOutput> watched = new ArrayDeque<>();
        int idle = 0;
        while (!stopped) {
            for (ConnectionOutput output; (output = reported.poll()) != null; ) {
                watched.add(output);
            }
            idle = watched.isEmpty() ? idle + 1 : 0;
            if (idle < IDLE_TICKS) {
                LockSupport.parkNanos(this, TICK_NANOS);
            } else {
                sleep();
                idle = 0;
            }
            long now = System.nanoTime();
            for (int left = watched.size(); left > 0; left--) {
                ConnectionOutput output = watched.poll();
                if (holdsStill(output, now)) {
                    watched.add(output);
                }
            }
        }
    }

    private static boolean holdsStill(ConnectionOutput output, long now) {
        try {
            return output.look(now);
        } catch (RuntimeException | Error failure) { // of one connection: the others rely on this thread
            return true;
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
        Thread running = thread;
        if (running != null) {
            LockSupport.unpark(running);
        }
    }
}
