package dev.ringer.internal.transport;

import dev.ringer.internal.descriptors.OpenFiles;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.time.LimitClock;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;

/**
 * A pool of selectors for platform threads that wait until a connection is readable or writable. A thread could also
 * park, and be woken by the loop, but each wait would then need two more thread switches and four more system calls.
 * The pool keeps a few idle selectors, because a selector is expensive to open. But each needs three file descriptors,
 * so the pool closes the idle ones every {@value #KEPT_SECONDS} seconds. Thread-safe.
 */
final class SelectorPool {
    /**
     * The time, in nanoseconds, after which the stand-in takes over from a handler that waits on a loop thread. Most
     * waits are shorter than a thread switch, and end before another connection needs the loop.
     */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int KEPT_SECONDS = 10;

    private final ObjLongConsumer<Runnable> later; // runs a task on an event loop after a delay in nanoseconds
    private final ArrayBlockingQueue<Selector> idle = new ArrayBlockingQueue<>(16);
    private final AtomicBoolean closesSoon = new AtomicBoolean();
    private volatile boolean closed;

    SelectorPool(ObjLongConsumer<Runnable> later) {
        this.later = later;
    }

    Selector rent() throws IOException {
        Selector selector = idle.poll();
        return selector != null ? selector : opened();
    }

    /** Opens a selector. If no descriptor is left, takes some back from idle downloads, and tries again. */
    private static Selector opened() throws IOException {
        try {
            return Selector.open();
        } catch (IOException noDescriptor) {
            if (!OpenFiles.freeSome()) {
                throw noDescriptor;
            }
            return Selector.open();
        }
    }

    /** Takes a selector back into the pool. The selector must have no keys any more. */
    void release(Selector selector) {
        if (!idle.offer(selector)) {
            close(selector);
        } else if (closed) {
            close();
        } else if (!closesSoon.get() && closesSoon.compareAndSet(false, true)) {
            later.accept(this::closeIdle, TimeUnit.SECONDS.toNanos(KEPT_SECONDS));
        }
    }

    private void closeIdle() {
        closesSoon.set(false);
        for (Selector selector; (selector = idle.poll()) != null; ) {
            close(selector);
        }
    }

    /**
     * Waits until a channel may be ready or is closed, or the calling thread is interrupted. A thread that closes the
     * channel must then wake the selector.
     *
     * @param deadline the time of {@link LimitClock} at which the wait ends
     * @return false if the deadline has passed
     */
    static boolean await(Selector selector, SocketChannel channel, int operation, long deadline) throws IOException {
        SelectionKey key = channel.register(selector, operation);
        try {
            long grace = LimitClock.nanos() + GRACE_NANOS;
            if (deadline - grace > 0 && LoopThread.heldUpByCaller()) {
                if (select(selector, channel, grace)) {
                    return true;
                }
                LoopThread.aboutToBlock();
            }
            return select(selector, channel, deadline);
        } finally {
            key.cancel();
            selector.selectNow(); // only a selection removes the channel's descriptor from the selector
            selector.selectedKeys().clear();
        }
    }

    private static boolean select(Selector selector, SocketChannel channel, long deadline) throws IOException {
        while (channel.isOpen() && !Thread.currentThread().isInterrupted()) {
            long begin = System.nanoTime();
            long left = deadline - LimitClock.at(begin);
            if (left <= 0) {
                // The thread may have woken up late, and the channel may have become ready meanwhile.
                return selector.selectNow() > 0;
            }
            if (selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left))) > 0) {
                return true;
            }
            LimitClock.awake(begin, left, System.nanoTime());
            // try again: a late wake-up for the selector's previous user may end a selection too early
        }
        return true;
    }

    /** Closes all idle selectors. From now on, also closes each selector that is released. */
    void close() {
        closed = true;
        closeIdle();
    }

    private static void close(Selector selector) {
        try {
            selector.close();
        } catch (IOException e) {
            ServerLog.trace("Failed to close a selector", e);
        }
    }
}
