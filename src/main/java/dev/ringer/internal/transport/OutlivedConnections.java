package dev.ringer.internal.transport;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Connections of one loop that have been closed while a handler is at work on what they hold, so that it still counts. One
 * that the application forgets vanishes with its exchange. Adding is the loop's, reading any thread's.
 */
final class OutlivedConnections {
    private static final int MIN_TO_TIDY = 64;

    private final Queue<WeakReference<SocketConnection>> references = new ConcurrentLinkedQueue<>();

    // the loop's
    private int added; // since the last tidying
    private int tidyAt = MIN_TO_TIDY;

    /** Adds a connection, which leaves when it holds nothing any more. */
    void add(SocketConnection connection) {
        references.add(new WeakReference<>(connection));
        if (++added >= tidyAt) {
            references.removeIf(OutlivedConnections::isOver);
            added = 0;
            tidyAt = Math.max(MIN_TO_TIDY, references.size()); // so that tidying costs each one about two looks
        }
    }

    private static boolean isOver(WeakReference<SocketConnection> reference) {
        SocketConnection connection = reference.get();
        return connection == null || connection.heldMemory() == 0;
    }

    /** Adds those that are left to a list. */
    void addTo(List<? super SocketConnection> holders) {
        for (WeakReference<SocketConnection> reference : references) {
            SocketConnection connection = reference.get();
            if (connection != null) {
                holders.add(connection);
            }
        }
    }
}
