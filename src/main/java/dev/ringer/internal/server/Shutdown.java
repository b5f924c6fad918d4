package dev.ringer.internal.server;

import dev.ringer.internal.transport.Acceptor;
import dev.ringer.internal.transport.EventLoop;
import dev.ringer.internal.transport.ListeningSockets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ends a started server: stops accepting connections, and closes all open connections.
 *
 * <p>With a grace period, the server first accepts the connections that wait in the kernel's queue, and gives each new
 * client about a second to send its first request. It closes idle connections immediately. It closes each other
 * connection after the exchange, and the response announces this. When the grace period ends, the server closes the
 * connections that are still open.
 *
 * <p>One thread runs the shutdown. Others may shorten its grace period, and wait for its end. Thread-safe.
 */
final class Shutdown {
    /** How often a thread that waits for a handler on a loop checks whether the handler is in {@code System.exit}. */
    private static final long JOIN_MILLIS = 100;

    private final ListeningSockets sockets;
    private final List<Acceptor> acceptors;
    private final EventLoop[] loops;
    private final boolean withGrace;

    // guarded by this
    private long end; // of the grace period, as a value of System.nanoTime()
    private int awaited; // how many acceptors or loops have not done yet what the running thread waits for
    private boolean disconnected; // whether all connections are closed
    private boolean over;

    Shutdown(ListeningSockets sockets, List<Acceptor> acceptors, EventLoop[] loops, long graceNanos) {
        this.sockets = sockets;
        this.acceptors = List.copyOf(acceptors);
        this.loops = loops;
        this.withGrace = graceNanos > 0;
        this.end = System.nanoTime() + graceNanos;
    }

    /** Ends the server, but for the threads of handlers. Then the caller must call {@link #noteOver}. */
    void run() {
        EventLoop.aboutToBlock(); // a handler may stop a server, even the server that it runs on
        stopListening();
        if (withGrace) {
            await(loops.length);
            for (EventLoop loop : loops) {
                loop.drain(this::noteDone);
            }
            awaitDone();
        }
        for (EventLoop loop : loops) {
            loop.closeConnections();
        }
        noteDisconnected();
        // stop the first loop first, because it may accept connections for the others
        for (EventLoop loop : loops) {
            loop.stop();
            join(loop.thread());
            if (loop.thread().getState() == Thread.State.NEW) { // the thread could not be started
                loop.discard();
            }
        }
    }

    private void stopListening() {
        if (sockets.keptOpen()) {
            await(acceptors.size());
            acceptors.forEach(acceptor -> acceptor.end(this::noteDone));
        } else if (withGrace) {
            await(acceptors.size());
            sockets.withdraw();
            acceptors.forEach(acceptor -> acceptor.endWithLast(this::noteDone));
        }
        if (withGrace) {
            awaitDone();
        }
        sockets.close();
        for (EventLoop loop : loops) {
            loop.execute(() -> {}); // wake the loop's selector, because only its next selection frees the port
        }
    }

    private synchronized void await(int count) {
        awaited = count;
    }

    private synchronized void noteDone() {
        awaited--;
        notifyAll();
    }

    /** Waits until the acceptors or loops are done, or the grace period has ended. */
    private synchronized void awaitDone() {
        try {
            for (long left; awaited > 0 && (left = end - System.nanoTime()) > 0; ) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) { // do not wait any longer for the exchanges in progress
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void noteDisconnected() {
        disconnected = true;
        notifyAll();
    }

    /** Notes that nothing is left to do, so that other threads that stop the server may go on. */
    synchronized void noteOver() {
        over = true;
        notifyAll();
    }

    /**
     * Shortens the grace period of a shutdown that another thread runs, and waits until the server has ended. A handler
     * on the thread of an event loop waits only until all connections are closed, because the loop must wait for it.
     */
    void join(long graceNanos) {
        EventLoop.aboutToBlock();
        boolean onLoop = false;
        for (EventLoop loop : loops) {
            onLoop |= loop.thread() == Thread.currentThread();
        }
        awaitOver(System.nanoTime() + graceNanos, onLoop);
        if (!onLoop) {
            for (EventLoop loop : loops) { // the other thread may be one of them, and so has not waited for it
                join(loop.thread());
            }
        }
    }

    private synchronized void awaitOver(long newEnd, boolean disconnectedOnly) {
        if (newEnd - end < 0) {
            end = newEnd;
            notifyAll();
        }
        try {
            while (!over && !(disconnectedOnly && disconnected)) {
                wait();
            }
        } catch (InterruptedException e) { // the thread that runs the shutdown goes on
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        if (thread == Thread.currentThread()) {
            // a handler on this thread stops its own server: the thread ends only when that handler has returned
            return;
        }
        try {
            do {
                thread.join(JOIN_MILLIS);
            } while (thread.isAlive() && !waitsForHooks(thread));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the thread is in {@code System.exit}, and so may be waiting for the shutdown hook that stops the server. */
    private static boolean waitsForHooks(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals("java.lang.Shutdown")) {
                return true;
            }
        }
        return false;
    }
}
