package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Selectors for platform threads that wait for one connection. A few are kept: opening one costs three descriptors.
 * Thread-safe.
 */
final class SelectorPool {
    private final ArrayBlockingQueue<Selector> idle = new ArrayBlockingQueue<>(16);
    private volatile boolean closed;

    Selector rent() throws IOException {
        Selector selector = idle.poll();
        return selector != null ? selector : Selector.open();
    }

    /** Takes a selector back that has no keys left. */
    void release(Selector selector) {
        if (!idle.offer(selector)) {
            close(selector);
        } else if (closed) {
            close();
        }
    }

    /** Closes what is idle, and from now on each selector that comes back. */
    void close() {
        closed = true;
        for (Selector selector; (selector = idle.poll()) != null; ) {
            close(selector);
        }
    }

    private static void close(Selector selector) {
        try {
            selector.close();
        } catch (IOException e) {
            ServerLog.trace("A selector did not close", e);
        }
    }
}
