package dev.ringer.internal.transport;

import java.io.IOException;

/** A thread of the application that waits for its connection, each kind of thread in its own way. */
interface Waiter {
    /**
     * Waits until the connection may be ready, is closed, or the thread is interrupted.
     *
     * @param timeoutNanos the longest wait, {@link Long#MAX_VALUE} for no limit
     * @return false if the time has passed
     * @throws IOException if waiting is impossible, mostly since the connection is closed
     */
    boolean await(long timeoutNanos) throws IOException;

    /** Makes the thread look at its connection. Any thread. */
    void wake();

    /** A time so far away that the differences of {@link System#nanoTime()} do not overflow. */
    static long deadlineAfter(long timeoutNanos) {
        return System.nanoTime() + Math.min(timeoutNanos, Long.MAX_VALUE >>> 1);
    }
}
