package dev.ringer.internal.events;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.util.function.Function;

/** Makes an event stream from the connection of one exchange. Not thread-safe. */
public final class EventOpening implements Function<Transport, Protocol> {
    private final EventShared shared;
    private final EventLimits limits;
    private final boolean chunked; // whether the response uses chunked coding
    private EventConnection made;

    public EventOpening(EventShared shared, EventLimits limits, boolean chunked) {
        this.shared = shared;
        this.limits = limits;
        this.chunked = chunked;
    }

    @Override
    public Protocol apply(Transport transport) {
        EventConnection connection = new EventConnection(shared, limits, transport, chunked);
        made = connection;
        return (same, received) -> connection.open(received);
    }

    /** Returns the event stream. Called after the exchange has ended. */
    public EventConnection finish() {
        EventConnection connection = made;
        // The loop runs tasks in order. So if open() was not called before this task, it will never be called.
        connection.transport().loop().execute(connection::requireOpened);
        return connection;
    }
}
