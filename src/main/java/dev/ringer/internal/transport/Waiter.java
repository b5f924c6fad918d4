package dev.ringer.internal.transport;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A thread that waits for its connection, each kind in its own way: a loop's thread turns its loop, a virtual thread
 * parks until the connection's loop wakes it, a platform thread selects on a private selector, without a detour through
 * the loop. {@link #wake} is for any thread and never gets lost.
 */
final class Waiter {
    private final Thread thread;
    private final EventLoop loop; // not null on a loop's thread
    private final SelectorPool selectors;
    private final Selector selector; // not null on a platform thread

    private Waiter(Thread thread, EventLoop loop, SelectorPool selectors) throws IOException {
        this.thread = thread;
        this.loop = loop;
        this.selectors = selectors;
        this.selector = selectors == null ? null : selectors.rent();
    }

    /** The calling thread; every waiter must be used for one wait. */
    static Waiter ofCurrentThread(SelectorPool selectors) throws IOException {
        Thread thread = Thread.currentThread();
        EventLoop loop = EventLoop.ofCurrentThread();
        boolean selects = loop == null && !VirtualThreads.isVirtual(thread);
        return new Waiter(thread, loop, selects ? selectors : null);
    }

    /** Whether this thread waits on a selector of its own, by {@link #select}, rather than by {@link #await}. */
    boolean selects() {
        return selector != null;
    }

    /**
     * Waits until a condition holds that another thread brings about before it calls {@link #wake}.
     *
     * @return false if the time has passed or the thread was interrupted
     */
    boolean await(BooleanSupplier condition, long timeoutNanos) {
        long deadline = deadlineAfter(timeoutNanos);
        if (loop != null) {
            return loop.turnUntil(condition, deadline);
        }
        while (!condition.getAsBoolean()) {
            if (thread.isInterrupted()) {
                return false;
            }
            if (timeoutNanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
            }
        }
        return true;
    }

    /**
     * Waits until a channel is ready, {@link #wake} is called or the thread is interrupted, on the private selector, which
     * goes back to the pool afterwards.
     *
     * @return false if the time has passed
     */
    boolean select(SocketChannel channel, int operation, BooleanSupplier closed, long timeoutNanos) throws IOException {
        long deadline = deadlineAfter(timeoutNanos);
        try {
            SelectionKey key = channel.register(selector, operation);
            try {
                return selectUntil(deadline, closed);
            } finally {
                key.cancel();
                selector.selectNow(); // only now is the descriptor free of this selector
                selector.selectedKeys().clear();
            }
        } finally {
            selectors.giveBack(selector);
        }
    }

    private boolean selectUntil(long deadline, BooleanSupplier closed) throws IOException {
        while (!closed.getAsBoolean() && !thread.isInterrupted()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            if (selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left))) > 0) {
                return true;
            } // a wake-up meant for the selector's last user ends a selection too
        }
        return true;
    }

    void wake() {
        if (selector != null) {
            selector.wakeup();
        } else if (loop != null) {
            loop.execute(
                    () -> {}); // a queued task keeps the loop from falling asleep, a bare wake-up could come too early
        } else {
            LockSupport.unpark(thread);
        }
    }

    private static long deadlineAfter(long timeoutNanos) {
        // a time so far away that nanoTime's differences do not overflow
        return System.nanoTime() + Math.min(timeoutNanos, Long.MAX_VALUE >>> 1);
    }
}
