package dev.ringer.internal.protocol;

import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Parks application threads that wait for a condition. They may be platform threads, virtual threads or loop threads.
 * Each thread checks the condition again when another thread wakes it. The waiting threads form a linked list. The
 * value of this {@link AtomicReference} is the newest of them; null if no thread waits. Thread-safe.
 */
final class WaitingThreads extends AtomicReference<WaitingThreads.Waiting> {
    private static final long serialVersionUID = 1L;

    /** A waiting thread, and a link to the thread that began to wait before it. */
    static final class Waiting {
        private final Thread thread;
        private Waiting before;
        private volatile boolean woken;

        private Waiting(Thread thread) {
            this.thread = thread;
        }
    }

    /**
     * Waits until the condition is true.
     *
     * @param over the condition: returns true when the wait is over. Another thread must make the condition true, and
     *     then call {@link #wakeAll}
     * @param transport the transport of the connection for which the thread waits
     * @throws InterruptedIOException if the thread was interrupted; its interrupt status stays set
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
