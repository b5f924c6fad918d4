package dev.ringer.internal.transport;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A platform thread that waits, on a selector of its own: parking would cost two more changes of threads and four more
 * system calls for each wait, since the loop would have to watch the connection for it.
 */
final class SelectingWaiter implements Waiter {
    /**
     * How long a handler on a loop's thread waits before the stand-in takes the loop: most waits are shorter than a change
     * of threads, and end before anybody else misses the loop.
     */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Thread thread = Thread.currentThread();
    private final SocketChannel channel;
    private final int operation;
    private final BooleanSupplier closed;
    private final SelectorPool selectors;
    private final Selector selector;

    /**
     * The calling thread.
     *
     * @param channel what it waits for
     * @param operation for which operation
     * @param closed whether the connection has been closed; made true before {@link #wake} is called
     * @param selectors lends a selector for the time of the wait
     * @throws IOException if there is none
     */
    SelectingWaiter(SocketChannel channel, int operation, BooleanSupplier closed, SelectorPool selectors)
            throws IOException {
        this.channel = channel;
        this.operation = operation;
        this.closed = closed;
        this.selectors = selectors;
        this.selector = selectors.rent();
    }

    @Override
    public boolean await(long timeoutNanos) throws IOException {
        try {
            SelectionKey key = channel.register(selector, operation);
            try {
                return select(timeoutNanos);
            } finally {
                key.cancel();
                selector.selectNow(); // only now is the descriptor free of this selector
                selector.selectedKeys().clear();
            }
        } finally {
            selectors.release(selector);
        }
    }

    private boolean select(long timeoutNanos) throws IOException {
        long deadline = Waiter.deadlineAfter(timeoutNanos);
        if (timeoutNanos > GRACE_NANOS && EventLoop.heldUpByCaller()) {
            if (selectUntil(System.nanoTime() + GRACE_NANOS)) {
                return true;
            }
            EventLoop.aboutToBlock();
        }
        return selectUntil(deadline);
    }

    private boolean selectUntil(long deadline) throws IOException {
        while (!closed.getAsBoolean() && !thread.isInterrupted()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            if (selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left))) > 0) {
                return true;
            } // a wake-up meant for the selector's last user ends a selection too
        }
        return true;
    }

    @Override
    public void wake() {
        selector.wakeup();
    }
}
