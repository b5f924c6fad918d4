package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a connection's output. An application thread that writes, flushes or closes takes the lock, and may wait
 * for the client while it has the lock. All other threads only try the lock, or leave a note for the thread that has
 * it.
 *
 * <p>A note asks for a flush, or for the end of the connection. The thread with the lock does so when it releases the
 * lock. A note to flush names its stream, and is void after the stream has ended.
 */
abstract class OutputLock {
    /** A stream whose bytes the output gathers. The output gathers the bytes of one stream after the other. */
    interface Owner {
        /** Whether the stream has ended. Any thread. */
        boolean ended();
    }

    private static final VarHandle FLUSH_FOR;

    static {
        try {
            FLUSH_FOR = MethodHandles.lookup().findVarHandle(OutputLock.class, "flushFor", Owner.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Transport transport;

    private final ReentrantLock lock = new ReentrantLock();

    // notes for the thread that releases the lock
    private volatile Owner flushFor;
    private volatile boolean abandoned;

    private volatile boolean writerWaits;

    OutputLock(Transport transport) {
        this.transport = transport;
    }

    /** Takes the lock, and may wait for it. For application threads. */
    final void lock() {
        if (!lock.tryLock()) {
            transport.loop().aboutToBlock();
            lock.lock();
        }
    }

    /** Takes the lock if no other thread has it. */
    final boolean tryLock() {
        return lock.tryLock();
    }

    /** Does what the notes ask for, and releases the lock. */
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
        Owner stream = (Owner) FLUSH_FOR.getAndSet(this, null); // unlock() checks for later notes
        try {
            if (stream != null && !stream.ended()) {
                flushAsNoted();
            }
            if (abandoned) {
                abandoned = false;
                abandonAsNoted();
            }
        } catch (IOException e) {
            transport.close(); // so the application's next call on this exchange throws
        }
    }

    /** Sends as many pending bytes as the client accepts now. The loop sends the others. The caller holds the lock. */
    abstract void flushAsNoted() throws IOException;

    /** Sends as many due bytes as the client accepts now, and closes the connection. The caller holds the lock. */
    abstract void abandonAsNoted() throws IOException;

    /**
     * Sends the pending bytes of a stream, unless the stream has ended. If another thread has the lock, that thread
     * sends them. Called without the lock. Never waits: the loop sends the bytes that the client does not accept now.
     */
    final void flushSoon(Owner stream) {
        noteFlush(stream);
        if (lock.tryLock()) {
            unlock();
        }
    }

    /**
     * Leaves a note to flush, unless there is a note for another stream that has not ended. In that case this stream
     * has ended, because the output gathers for one stream after the other.
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
     * Ends the connection. Drops the pending bytes of the present response, and sends as many due bytes before them as
     * the client accepts now. If another thread has the lock, that thread does so. If that thread waits for the client,
     * the connection is closed at once. Called without the lock. Never waits.
     */
    final void abandon() {
        abandoned = true;
        if (lock.tryLock()) {
            unlock();
        } else if (writerWaits) {
            transport.close();
        }
    }

    /** Waits until the socket may be writable, but no longer than {@code nanos}. The caller holds the lock. */
    final void awaitRoom(long nanos) throws IOException {
        writerWaits = true;
        try {
            if (abandoned) { // the thread that left this note may not have seen writerWaits
                transport.close();
            }
            transport.awaitWritable(nanos);
        } finally {
            writerWaits = false;
        }
    }

    /** Whether the thread with the lock waits for the client. That thread has already offered all due bytes. */
    final boolean writerWaits() {
        return writerWaits;
    }
}
