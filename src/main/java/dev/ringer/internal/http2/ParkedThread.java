package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.Loop;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The place where one thread of the application waits for its stream, platform, virtual or a loop's own alike: it is parked,
 * and told by the loop or by the thread that sends. For one thread at a time.
 */
final class ParkedThread {
    private volatile Thread thread;

    /**
     * Waits.
     *
     * @param over true once the wait is over; made true before {@link #wake} is called
     * @param nanos the longest wait, {@link Long#MAX_VALUE} for no limit
     * @param loop of the connection
     * @return false if that time has passed
     * @throws InterruptedIOException if the thread was interrupted, which it still is then
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

    /** Whether there is a thread that has to be told. What was made true before is seen by one that is not here yet. */
    boolean waits() {
        return thread != null;
    }

    /** Makes the thread look again, if there is one. Any thread. */
    void wake() {
        Thread waiting = thread;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }
}
