package dev.ringer.internal.transport;

import java.util.concurrent.TimeUnit;

/** While the server stops, closes each connection of a loop as soon as it is idle. Only the loop uses this object. */
final class LoopDrain {
    /** The shortest time between two checks of all connections, in nanoseconds. */
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

    /** Closes the idle connections. If no connections are left, calls {@code whenDrained} and returns true. */
    boolean closeIdle(long now) {
        if (nextCheck - now > 0) {
            return false;
        }
        nextCheck = now + INTERVAL_NANOS;
        boolean drained = true;
        for (SocketConnection connection : connections.open()) {
            drained &= connection.closeIfIdle();
        }
        if (drained) {
            whenDrained.run();
        }
        return drained;
    }
}
