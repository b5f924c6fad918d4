package dev.ringer.internal.events;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.PushShared;
import java.util.concurrent.Executor;

/** The parts that all event streams of a server share. Thread-safe. */
public final class EventShared extends PushShared {
    final long lingerNanos;
    final FailureLog failures = CloseActions.newLog();

    /**
     * Makes the parts that the event streams of a server share.
     *
     * @param executor runs actions of the application; null if the loop threads run them
     * @param counts counts the connections that are closed because of a time limit
     * @param writeStallNanos the longest time, in nanoseconds, that a client may read nothing while data waits
     * @param lingerNanos the nanoseconds that a client has to close its side of the connection after the end of a
     *     stream
     */
    public EventShared(
            Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos, long lingerNanos) {
        super(executor, memory, counts, writeStallNanos);
        this.lingerNanos = lingerNanos;
    }
}
