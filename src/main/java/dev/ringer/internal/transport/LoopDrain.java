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
    private Runnable whenDrained; // null once it was called
    private long lookAt = System.nanoTime();

    LoopDrain(EventLoop loop, Runnable whenDrained) {
        this.loop = loop;
        this.whenDrained = whenDrained;
    }

    long nanosToNext(long now) {
        return whenDrained == null ? Long.MAX_VALUE : Math.max(0, lookAt - now);
    }

    /** Closes what is idle, and says so when that is all. */
    void look(long now) {
        if (whenDrained == null || lookAt - now > 0) {
            return;
        }
        int inProgress = 0;
        for (SocketConnection connection : loop.connections()) {
            inProgress += connection.closeIfIdle() ? 0 : 1;
        }
        lookAt = now + INTERVAL_NANOS;
        if (inProgress == 0) {
            whenDrained.run();
            whenDrained = null;
        }
    }
}
