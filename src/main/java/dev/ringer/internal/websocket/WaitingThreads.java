package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.Transport;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Threads of the application that wait for one condition, platform, virtual or a loop's own alike: each is parked, and looks
 * again when it is woken. Nothing but an empty reference while none waits. Thread-safe.
 */
final class WaitingThreads extends AtomicReference<WaitingThreads.Waiting> {
    private static final long serialVersionUID = 1L;

    /** A thread that waits, and the one that began to wait before it. */
    static final class Waiting {
        private final Thread thread;
        private Waiting before;
        private volatile boolean woken;

        private Waiting(Thread thread) {
            this.thread = thread;
        }
    }

    /**
     * Waits.
     *
     * @param over true once the wait is over; made true before {@link #wakeAll} is called
     * @param transport of the connection that is waited for
     * @throws InterruptedIOException if the thread was interrupted, which it still is then
     */
    void await(BooleanSupplier over, Transport transport) throws InterruptedIOException {
        Thread thread = Thread.currentThread();
        transport.loop().aboutToBlock();
        while (true) {
            Waiting self = new Waiting(thread);
            add(self);
            while (!self.woken && !over.getAsBoolean()) {
                if (thread.isInterrupted()) {
                    throw new InterruptedIOException("interrupted while waiting for the client");
                }
                LockSupport.park(this);
            }
            if (over.getAsBoolean()) {
                return;
            }
        }
    }

    private void add(Waiting self) {
        do {
            self.before = get();
        } while (!compareAndSet(self.before, self));
    }

    /** Makes all look again. */
    void wakeAll() {
        if (get() == null) {
            return;
        }
        for (Waiting waiting = getAndSet(null); waiting != null; waiting = waiting.before) {
            waiting.woken = true;
            LockSupport.unpark(waiting.thread);
        }
    }
}
