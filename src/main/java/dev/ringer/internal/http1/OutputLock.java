package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a connection's output. An application thread that writes, flushes or closes a response takes the lock,
 * and may wait for the client while it holds the lock. Other threads never wait for the lock. Instead, they ask the
 * holder of the lock to flush a stream, or to end the connection. The holder does so when it releases the lock, but
 * does not flush a stream that has ended.
 */
abstract class OutputLock {
    private static final VarHandle FLUSH_FOR = AtomicField.of(MethodHandles.lookup(), "flushFor", HttpStream.class);

    final Transport transport;

    private final ReentrantLock lock = new ReentrantLock();

    // requests of other threads to the thread that holds the lock
    private volatile HttpStream flushFor; // the stream that writes to the output; there is at most one
    private volatile boolean abandoned;

    private volatile boolean writerWaits;

    OutputLock(Transport transport) {
        this.transport = transport;
    }

    /**
     * Takes the lock. Waits while another thread holds it. Only an application thread, or a thread that already holds
     * the lock, may call this method.
     */
    final void lock() {
        if (!lock.tryLock()) {
            transport.loop().aboutToBlock();
            lock.lock();
        }
    }

    final boolean tryLock() {
        return lock.tryLock();
    }

    /** Does what other threads have asked this thread for, and releases the lock. */
    final void unlock() {
        do {
            try {
                obeyNotes();
            } finally {
                lock.unlock();
            }
        } while (noted() && lock.tryLock());
    }

    /**
     * Releases the lock if the calling thread still holds it, because an Error has interrupted {@link #lock} or
     * {@link #unlock}.
     */
    final void releaseLeft() {
        while (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    private boolean noted() {
        return flushFor != null || abandoned;
    }

    private void obeyNotes() {
        if (!noted()) {
            return;
        }
        // First clear flushFor, then flush. If another request comes during the flush, unlock() sees it.
        HttpStream stream = (HttpStream) FLUSH_FOR.getAndSet(this, null);
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
     * Does what a thread has asked for with {@link #abandon}: sends as many due bytes ({@link ConnectionOutput}) as the
     * client accepts now, and closes the connection. The caller holds the lock.
     */
    abstract void abandonAsNoted() throws IOException;

    /**
     * Sends the pending bytes of a stream, unless the stream has ended. If another thread holds the lock, that thread
     * sends them. The caller does not hold the lock. Never waits: the loop later sends the bytes that the client does
     * not accept now.
     */
    final void flushSoon(HttpStream stream) {
        noteFlush(stream);
        if (lock.tryLock()) {
            unlock();
        }
    }

    /**
     * Records that a stream must be flushed. Does nothing if another stream is recorded and has not ended. In that case
     * the given stream has ended, because only one stream at a time writes to the output.
     */
    private void noteFlush(HttpStream stream) {
        HttpStream noted;
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
     *   <li>No thread holds the lock: the caller sends as many due bytes ({@link ConnectionOutput}) as the client
     *       accepts now, drops all other bytes, and closes the connection.
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
            if (abandoned) { // abandon() has not closed the transport if writerWaits was still false
                transport.close();
            }
            transport.awaitWritable(nanos);
        } finally {
            writerWaits = false;
        }
    }

    /**
     * Whether the thread that holds the lock waits for the client. If so, the loop need not send: that thread has
     * already offered the same bytes to the socket.
     */
    final boolean writerWaits() {
        return writerWaits;
    }
}
