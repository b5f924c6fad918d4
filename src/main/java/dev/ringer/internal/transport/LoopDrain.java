package dev.ringer.internal.transport;

import java.util.concurrent.TimeUnit;

/**
 * Drains a loop whose server stops: closes connections as they become idle, until nothing is in progress on any of
 * them. Only the driver of the loop uses this class.
 */
final class LoopDrain {
    /** Shortest time between two checks of all connections. */
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final LoopConnections connections;
    private final Runnable whenDrained;
    private long nextCheck = System.nanoTime();

    LoopDrain(LoopConnections connections, Runnable whenDrained) {
        this.connections = connections;
        this.whenDrained = whenDrained;
    }

    long nanosToNext(long now) {
        return Math.max(0, nextCheck - now);
    }

    /** Closes the idle connections. If no other connection is left, calls {@code whenDrained} and returns true. */
    boolean closeIdle(long now) {
        if (nextCheck - now > 0) {
            return false;
        }
        nextCheck = now + INTERVAL_NANOS;
        boolean drained = true;
        for (LoopConnections.Member connection : connections.open()) {
            drained &= connection.closeIfIdle();
        }
        if (drained) {
            whenDrained.run();
        }
        return drained;
    }
}
