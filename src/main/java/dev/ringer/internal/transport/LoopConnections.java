package dev.ringer.internal.transport;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import java.lang.ref.WeakReference;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * All connections of one event loop that may retain memory: open connections, and closed connections whose memory a
 * handler still uses. If the application drops the exchange of a closed connection without ending it, the garbage
 * collector frees the exchange and the connection. Only the loop adds connections. Any thread may read them.
 */
final class LoopConnections {
    private static final int MIN_TO_TIDY = 64;

    private final Selector selector;
    private final Queue<Outlived> outlived = new ConcurrentLinkedQueue<>();

    // only the event loop uses these fields
    private int added; // number of closed connections added since the last call of removeIf
    private int tidyAt = MIN_TO_TIDY;

    /** A closed connection that may still retain memory. */
    private static final class Outlived extends WeakReference<SocketConnection> {
        private final ClientMemory memory;

        Outlived(SocketConnection connection) {
            super(connection);
            this.memory = connection.memory();
        }

        /** Whether the connection retains no memory any more: its exchange has ended, or was garbage collected. */
        boolean isOver() {
            if (refersTo(null)) {
                memory.releaseAll();
            }
            return memory.bytes() == 0;
        }
    }

    LoopConnections(Selector selector) {
        this.selector = selector;
    }

    List<SocketConnection> open() {
        ArrayList<SocketConnection> open = new ArrayList<>();
        addOpen(open);
        return open;
    }

    private void addOpen(ArrayList<? super SocketConnection> list) {
        try {
            Set<SelectionKey> keys = selector.keys(); // any thread may iterate over the keys
            list.ensureCapacity(keys.size());
            for (SelectionKey key : keys) {
                if (key.attachment() instanceof SocketConnection connection) {
                    list.add(connection);
                }
            }
        } catch (ClosedSelectorException ignored) { // the loop has ended, and has closed all its connections
        }
    }

    /** Closes the connection that has been silent longest, unless a handler works on each of them. Called by the loop. */
    void closeMostSilent() {
        open().stream()
                .filter(SocketConnection::evictable)
                .max(Comparator.comparingInt(SocketConnection::silence))
                .ifPresent(SocketConnection::closeAtOnce);
    }

    /** Adds a closed connection, to be removed when it retains no memory any more. Called by the loop. */
    void addOutlived(SocketConnection connection) {
        outlived.add(new Outlived(connection));
        if (++added >= tidyAt) {
            outlived.removeIf(Outlived::isOver);
            added = 0;
            // check again when the number may have doubled: this costs at most two checks for each added connection
            tidyAt = Math.max(MIN_TO_TIDY, outlived.size());
        }
    }

    List<BufferedMemory.Connection> holders() {
        ArrayList<BufferedMemory.Connection> holders = new ArrayList<>();
        addOpen(holders);
        outlived.removeIf(Outlived::isOver);
        for (Outlived reference : outlived) {
            SocketConnection connection = reference.get();
            if (connection != null) {
                holders.add(connection);
            }
        }
        return holders;
    }
}
