package dev.ringer.internal.events;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.PushShared;
import java.util.concurrent.Executor;

/** The parts that all event streams of a server share. Thread-safe. */
public final class EventShared extends PushShared {
    /** The time that a client has to close its side of the connection after the end of a stream, in nanoseconds. */
    final long lingerNanos;

    final FailureLog failures = CloseActions.newLog();

    public EventShared(
            Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos, long lingerNanos) {
        super(executor, memory, counts, writeStallNanos);
        this.lingerNanos = lingerNanos;
    }
}
