package dev.ringer.internal.transport;

import java.util.concurrent.TimeUnit;

/**
 * The state of a loop whose server stops: connections are closed as they become idle, until nothing is in progress. Owned
 * by the driver of the loop.
 */
final class LoopDrain {
    /** How often it looks at all connections, at the most. */
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final EventLoop loop;
    private final Runnable whenDrained;
    private long lookAt = System.nanoTime();

    LoopDrain(EventLoop loop, Runnable whenDrained) {
        this.loop = loop;
        this.whenDrained = whenDrained;
    }

    long nanosToNext(long now) {
        return Math.max(0, lookAt - now);
    }

    /** Closes what is idle, and says so when that is all; then it is true, and nothing is left to do. */
    boolean look(long now) {
        if (lookAt - now > 0) {
            return false;
        }
        lookAt = now + INTERVAL_NANOS;
        boolean drained = true;
        for (SocketConnection connection : loop.connections()) {
            drained &= connection.closeIfIdle();
        }
        if (drained) {
            whenDrained.run();
        }
        return drained;
    }
}
