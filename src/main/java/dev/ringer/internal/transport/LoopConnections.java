package dev.ringer.internal.transport;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import java.lang.ref.WeakReference;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The connections of one loop: those that are open, and those that have been closed while a handler is at work on what they
 * hold, so that it still counts. One of the latter that the application forgets vanishes with its exchange. Adding is the
 * loop's, reading any thread's.
 */
final class LoopConnections {
    private static final int MIN_TO_TIDY = 64;

    private final Selector selector;
    private final Queue<Outlived> outlived = new ConcurrentLinkedQueue<>();

    // the loop's
    private int added; // since the last tidying
    private int tidyAt = MIN_TO_TIDY;

    /** A connection that has been closed, and what is still kept for it. */
    private static final class Outlived extends WeakReference<SocketConnection> {
        private final ClientMemory memory;

        Outlived(SocketConnection connection) {
            super(connection);
            this.memory = connection.memory();
        }

        /** Whether nothing is kept any more, since the handler has ended its exchange or nobody can reach that. */
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

    /** What is open. */
    List<SocketConnection> open() {
        ArrayList<SocketConnection> open = new ArrayList<>();
        addOpen(open);
        return open;
    }

    private void addOpen(ArrayList<? super SocketConnection> list) {
        try {
            Set<SelectionKey> keys = selector.keys(); // which any thread may walk
            list.ensureCapacity(keys.size());
            for (SelectionKey key : keys) {
                if (key.attachment() instanceof SocketConnection connection) {
                    list.add(connection);
                }
            }
        } catch (ClosedSelectorException ignored) { // the loop has ended, and its connections with it
        }
    }

    /** Notes a connection that has been closed; it is forgotten when it holds nothing any more. Loop only. */
    void addOutlived(SocketConnection connection) {
        outlived.add(new Outlived(connection));
        if (++added >= tidyAt) {
            outlived.removeIf(Outlived::isOver);
            added = 0;
            tidyAt = Math.max(MIN_TO_TIDY, outlived.size()); // so that tidying costs each one about two looks
        }
    }

    /** All that may hold memory. */
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
