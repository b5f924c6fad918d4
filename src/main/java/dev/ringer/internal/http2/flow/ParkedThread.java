package dev.ringer.internal.http2.flow;

import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.time.LimitClock;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Parks an application thread that waits for something on its stream. The thread may be a platform thread, a virtual
 * thread, or the loop thread that runs a handler. The loop or the sending thread wakes the waiting thread. At most one
 * thread may wait at a time.
 */
public final class ParkedThread {
    private volatile Thread thread;

    /**
     * Waits until {@code over} returns true. A thread that changes the result to true must call {@link #wake}
     * afterwards.
     *
     * @param nanos the longest wait in nanoseconds; {@link Long#MAX_VALUE} for no limit
     * @param loop the loop of the connection
     * @return false if the longest wait has passed
     * @throws InterruptedIOException if the thread was interrupted; its interrupt status stays set
     */
    public boolean await(BooleanSupplier over, long nanos, Loop loop) throws InterruptedIOException {
        Thread current = Thread.currentThread();
        thread = current;
        try {
            if (over.getAsBoolean()) {
                return true;
            }
            loop.aboutToBlock();
            long end = LimitClock.nanos() + Math.min(nanos, Long.MAX_VALUE >>> 1);
            while (!over.getAsBoolean()) {
                if (current.isInterrupted()) {
                    throw new InterruptedIOException("interrupted while waiting for the client");
                }
                long begin = System.nanoTime();
                long left = end - LimitClock.at(begin);
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
                LimitClock.awake(begin, left, System.nanoTime());
            }
            return true;
        } finally {
            thread = null;
        }
    }

    /**
     * Whether a thread must be woken: it waits, or is about to wait. The result is true even before the thread checks
     * its condition for the first time, so that no wake-up is lost.
     */
    public boolean waits() {
        return thread != null;
    }

    /** Wakes the waiting thread, if there is one. Then that thread checks its condition again. Thread-safe. */
    public void wake() {
        Thread waiting = thread;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }
}
