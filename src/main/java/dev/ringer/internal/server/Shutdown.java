package dev.ringer.internal.server;

import dev.ringer.internal.transport.EventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of a started server: waits for what is in progress, then closes everything. Idle connections are closed at
 * once; the others end with their exchange, since every response now says that its connection closes.
 */
final class Shutdown {
    private final EventLoop[] loops;
    private final Thread[] threads;

    Shutdown(EventLoop[] loops, Thread[] threads) {
        this.loops = loops;
        this.threads = threads;
    }

    void run(long graceNanos) {
        EventLoop.aboutToBlock(); // a handler may stop a server, its own too
        if (graceNanos > 0) {
            awaitDrained(graceNanos);
        }
        for (EventLoop loop : loops) {
            loop.closeConnections();
        }
        for (int i = 0; i < loops.length; i++) { // the first one accepts for the others
            loops[i].stop();
            join(threads[i]);
        }
    }

    private void awaitDrained(long graceNanos) {
        CountDownLatch draining = new CountDownLatch(loops.length);
        for (EventLoop loop : loops) {
            loop.drain(draining::countDown);
        }
        try {
            draining.await(graceNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) { // then what is in progress is not waited for
            Thread.currentThread().interrupt();
        }
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
