package dev.ringer.internal.events;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.PushShared;
import java.util.concurrent.Executor;

/** Holds what all event streams of a server share. Thread-safe. */
public final class EventShared extends PushShared {
    final long lingerNanos;
    final FailureLog failures = CloseActions.newLog();

    /**
     * Creates the state that the event streams of a server share.
     *
     * @param executor runs actions of the application; null if the loops do
     * @param counts counts the connections that a limit cuts off
     * @param writeStallNanos nanoseconds for which a client may read nothing
     * @param lingerNanos nanoseconds that a client has to close its end after a complete stream
     */
    public EventShared(
            Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos, long lingerNanos) {
        super(executor, memory, counts, writeStallNanos);
        this.lingerNanos = lingerNanos;
    }
}
