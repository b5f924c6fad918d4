package dev.ringer.internal.server;

import dev.ringer.internal.transport.Acceptor;
import dev.ringer.internal.transport.EventLoop;
import dev.ringer.internal.transport.ListeningSockets;
import dev.ringer.internal.transport.LoopThread;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a started server: stops accepting connections, and closes all open connections.
 *
 * <p>With a grace period, the server first accepts the connections that wait in the kernel's queue, and gives each new
 * client about a second to send its first request. It closes idle connections immediately. It closes each other
 * connection after the exchange, and the response announces this. When the grace period ends, the server closes the
 * connections that are still open.
 */
final class Shutdown {
    private final ListeningSockets sockets;
    private final List<Acceptor> acceptors;
    private final EventLoop[] loops;

    Shutdown(ListeningSockets sockets, List<Acceptor> acceptors, EventLoop[] loops) {
        this.sockets = sockets;
        this.acceptors = List.copyOf(acceptors);
        this.loops = loops;
    }

    void run(long graceNanos) {
        LoopThread.aboutToBlock(); // a handler may stop a server, even the server that it runs on
        long end = System.nanoTime() + graceNanos;
        stopListening(graceNanos > 0, end);
        if (graceNanos > 0) {
            awaitDrained(end);
        }
        for (EventLoop loop : loops) {
            loop.closeConnections();
        }
        // stop the first loop first, because it may accept connections for the others
        for (EventLoop loop : loops) {
            loop.stop();
            join(loop.thread());
            if (loop.thread().getState() == Thread.State.NEW) { // the thread could not be started
                loop.discard();
            }
        }
    }

    private void stopListening(boolean withGrace, long end) {
        CountDownLatch accepting = new CountDownLatch(acceptors.size());
        if (sockets.keptOpen()) {
            acceptors.forEach(acceptor -> acceptor.end(accepting::countDown));
        } else if (withGrace) {
            sockets.withdraw();
            acceptors.forEach(acceptor -> acceptor.endWithLast(accepting::countDown));
        }
        if (withGrace) {
            await(accepting, end);
        }
        sockets.close();
        for (EventLoop loop : loops) {
            loop.execute(() -> {}); // wake the loop's selector, because only its next selection frees the port
        }
    }

    private void awaitDrained(long end) {
        CountDownLatch draining = new CountDownLatch(loops.length);
        for (EventLoop loop : loops) {
            loop.drain(draining::countDown);
        }
        await(draining, end);
    }

    private static void await(CountDownLatch latch, long end) {
        try {
            latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) { // do not wait any longer for the exchanges in progress
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        if (thread == Thread.currentThread()) {
            // a handler on this thread stops its own server: the thread ends only when that handler has returned
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
