package dev.ringer.internal.transport;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A virtual thread that waits: it parks until the loop, which watches the connection for it, unparks it. */
final class ParkedWaiter implements Waiter {
    private final Thread thread = Thread.currentThread();
    private final BooleanSupplier over;

    /**
     * The calling thread.
     *
     * @param over true once the wait is over; made true before {@link #wake} is called
     */
    ParkedWaiter(BooleanSupplier over) {
        this.over = over;
    }

    @Override
    public boolean await(long timeoutNanos) {
        long deadline = Waiter.deadlineAfter(timeoutNanos);
        while (!over.getAsBoolean() && !thread.isInterrupted()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, left);
        }
        return true;
    }

    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }
}
