package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.Loop;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Parks one application thread while it waits for its stream. It may be a platform thread, a virtual thread or a loop's
 * own thread. The loop or the sending thread wakes it. For one thread at a time.
 */
final class ParkedThread {
    private volatile Thread thread;

    /**
     * Waits.
     *
     * @param over true once the wait is over; it becomes true before {@link #wake} is called
     * @param nanos the longest wait in nanoseconds, {@link Long#MAX_VALUE} for no limit
     * @param loop the loop of the connection
     * @return false if that time has passed
     * @throws InterruptedIOException if the thread was interrupted; its interrupt status stays set
     */
    boolean await(BooleanSupplier over, long nanos, Loop loop) throws InterruptedIOException {
        Thread current = Thread.currentThread();
        thread = current;
        try {
            if (over.getAsBoolean()) {
                return true;
            }
            loop.aboutToBlock();
            long end = System.nanoTime() + Math.min(nanos, Long.MAX_VALUE >>> 1);
            while (!over.getAsBoolean()) {
                if (current.isInterrupted()) {
                    throw new InterruptedIOException("interrupted while waiting for the client");
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
            }
            return true;
        } finally {
            thread = null;
        }
    }

    /** Whether a thread waits, which must be woken. A thread that comes later sees what became true before. */
    boolean waits() {
        return thread != null;
    }

    /** Wakes the waiting thread, if there is one, so that it checks again. Any thread. */
    void wake() {
        Thread waiting = thread;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }
}
