package dev.ringer.internal.events;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.util.function.Function;

/** Makes an event stream of the connection that an exchange gives away. For one thread and one exchange. */
public final class EventOpening implements Function<Transport, Protocol> {
    private final EventShared shared;
    private final EventLimits limits;
    private final boolean chunked;
    private EventConnection made;

    /** Prepares a stream. {@code chunked} says whether the server sends its content in chunks. */
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

    /** Returns the stream. Called after the exchange has given its connection away. */
    public EventConnection finish() {
        EventConnection connection = made;
        // Runs after the task that gives the connection to the stream, because the loop keeps the order of its tasks.
        connection.transport().loop().execute(connection::requireOpened);
        return connection;
    }
}
