package dev.ringer.internal.server;

import dev.ringer.internal.transport.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The end of a started server: waits for what is in progress, then closes everything. Idle connections are closed at
 * once; the others end with their exchange, since every response now says that its connection closes.
 */
final class Shutdown {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final EventLoop[] loops;
    private final Thread[] threads;

    Shutdown(EventLoop[] loops, Thread[] threads) {
        this.loops = loops;
        this.threads = threads;
    }

    void run(long graceNanos) {
        long deadline = System.nanoTime() + graceNanos;
        while (!idle(deadline)
                && deadline - System.nanoTime() > 0
                && !Thread.currentThread().isInterrupted()) {
            EventLoop.pause(TICK_NANOS);
        }
        for (EventLoop loop : loops) {
            loop.closeConnections();
        }
        for (int i = 0; i < loops.length; i++) { // the first one accepts for the others
            loops[i].stop();
            join(threads[i]);
        }
    }

    /** Closes what is idle; whether nothing is left. */
    private boolean idle(long deadline) {
        AtomicInteger unasked = new AtomicInteger(loops.length);
        AtomicInteger left = new AtomicInteger();
        for (EventLoop loop : loops) {
            loop.execute(() -> {
                left.addAndGet(loop.closeIdleConnections());
                unasked.decrementAndGet();
            });
        }
        while (unasked.get() > 0) { // a loop whose handler is at work answers late: it is in progress
            if (deadline - System.nanoTime() <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            EventLoop.pause(TICK_NANOS / 10);
        }
        return left.get() == 0;
    }

    private static void join(Thread thread) {
        if (thread == Thread.currentThread()) {
            return; // a handler stops its own server; the thread ends once the handler is back
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
