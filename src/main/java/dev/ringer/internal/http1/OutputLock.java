package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a connection's output. An application thread that writes, flushes or closes a response takes the lock,
 * and may wait for the client while it holds the lock. Other threads never wait for the lock.
 *
 * <p>If the lock is not free, these threads ask its holder to flush, or to end the connection. The holder does so when
 * it releases the lock. A request to flush has no effect once its stream has ended.
 */
abstract class OutputLock {
    /** The stream that currently writes to the output. There is at most one. */
    interface Owner {
        /** Whether the stream has ended. Any thread may call this. */
        boolean ended();
    }

    private static final VarHandle FLUSH_FOR = AtomicField.of(MethodHandles.lookup(), "flushFor", Owner.class);

    final Transport transport;

    private final ReentrantLock lock = new ReentrantLock();

    // requests of other threads to the thread that holds the lock
    private volatile Owner flushFor;
    private volatile boolean abandoned;

    private volatile boolean writerWaits;

    OutputLock(Transport transport) {
        this.transport = transport;
    }

    /**
     * Takes the lock. Waits while another thread holds it. Only application threads may call this method, or a thread
     * that holds the lock already.
     */
    final void lock() {
        if (!lock.tryLock()) {
            transport.loop().aboutToBlock();
            lock.lock();
        }
    }

    /** Takes the lock if no other thread holds it. */
    final boolean tryLock() {
        return lock.tryLock();
    }

    /** Does what other threads have asked for meanwhile, and releases the lock. */
    final void unlock() {
        do {
            try {
                obeyNotes();
            } finally {
                lock.unlock();
            }
        } while (noted() && lock.tryLock());
    }

    private boolean noted() {
        return flushFor != null || abandoned;
    }

    private void obeyNotes() {
        if (!noted()) {
            return;
        }
        // a later request sets flushFor again, and unlock() then checks flushFor again
        Owner stream = (Owner) FLUSH_FOR.getAndSet(this, null);
        try {
            if (stream != null && !stream.ended()) {
                flushAsNoted();
            }
            if (abandoned) {
                abandoned = false;
                abandonAsNoted();
            }
        } catch (IOException e) {
            transport.close(); // makes the application's next call on this exchange throw an exception
        }
    }

    /**
     * Does what a thread has asked for with {@link #flushSoon}: sends as many pending bytes as the client accepts now.
     * The loop sends the rest later. The caller holds the lock.
     */
    abstract void flushAsNoted() throws IOException;

    /**
     * Does what a thread has asked for with {@link #abandon}: sends as many due bytes as the client accepts now, and
     * closes the connection. Due bytes are finished responses, what a handler had written when it returned, and bytes
     * that the socket did not accept before. The caller holds the lock.
     */
    abstract void abandonAsNoted() throws IOException;

    /**
     * Sends the pending bytes of a stream, unless the stream has ended. If another thread holds the lock, that thread
     * sends them. The caller does not hold the lock. Never waits: the loop later sends the bytes that the client does
     * not accept now.
     */
    final void flushSoon(Owner stream) {
        noteFlush(stream);
        if (lock.tryLock()) {
            unlock();
        }
    }

    /**
     * Records that a stream must be flushed. Does nothing if this is recorded for another stream that has not ended:
     * then the given stream has ended, because only one stream at a time writes to the output.
     */
    private void noteFlush(Owner stream) {
        Owner noted;
        do {
            noted = flushFor;
            if (noted != null && noted != stream && !noted.ended()) {
                return;
            }
        } while (!FLUSH_FOR.compareAndSet(this, noted, stream));
    }

    /**
     * Ends the connection. Never waits. The caller does not hold the lock. There are three cases:
     *
     * <ul>
     *   <li>No thread holds the lock: the caller sends as many due bytes as the client accepts now, drops the others,
     *       and closes the connection. Due bytes are finished responses, what a handler had written when it returned,
     *       and bytes that the socket did not accept before.
     *   <li>Another thread holds the lock, and does not wait: that thread does the same when it releases the lock.
     *   <li>Another thread holds the lock, and waits for the client: the caller closes the connection immediately.
     * </ul>
     */
    final void abandon() {
        abandoned = true;
        if (lock.tryLock()) {
            unlock();
        } else if (writerWaits) {
            transport.close();
        }
    }

    /** Waits until the socket may be writable, but at most {@code nanos}. The caller holds the lock. */
    final void awaitRoom(long nanos) throws IOException {
        writerWaits = true;
        try {
            if (abandoned) { // the thread that called abandon() may not have seen writerWaits
                transport.close();
            }
            transport.awaitWritable(nanos);
        } finally {
            writerWaits = false;
        }
    }

    /**
     * Whether the thread that holds the lock waits for the client. If so, that thread has already offered to the socket
     * all bytes that the loop would send.
     */
    final boolean writerWaits() {
        return writerWaits;
    }
}
