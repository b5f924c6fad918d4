package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a connection's output. An application thread that writes, flushes or closes a stream takes the lock, and
 * may wait for the client while it has the lock. All other threads only try to get the lock, or leave a note for the
 * thread that has the lock.
 *
 * <p>A note asks for a flush, or for the end of the connection. The thread with the lock obeys the notes when it
 * releases the lock. A note to flush names its stream. After the stream has ended, the note has no effect.
 */
abstract class OutputLock {
    /** A stream that writes to the output. Only one stream at a time writes to the output. */
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

    /** Takes the lock. Waits while another thread has the lock. For application threads. */
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
            transport.close(); // so the application's next call on this exchange throws an exception
        }
    }

    /** Sends as many pending bytes as the client accepts now. The loop sends the others. The caller holds the lock. */
    abstract void flushAsNoted() throws IOException;

    /** Sends as many due bytes as the client accepts now, and closes the connection. The caller holds the lock. */
    abstract void abandonAsNoted() throws IOException;

    /**
     * Sends the pending bytes of a stream, unless the stream has ended. If another thread has the lock, that thread
     * sends the bytes. The caller does not hold the lock. Never waits: the loop sends the bytes that the client does
     * not accept now.
     */
    final void flushSoon(Owner stream) {
        noteFlush(stream);
        if (lock.tryLock()) {
            unlock();
        }
    }

    /**
     * Leaves a note to flush a stream, unless there is a note for another stream that has not ended. In that case the
     * given stream has ended already, because only one stream at a time writes to the output.
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
     * Ends the connection. Drops the pending bytes of the present response that are not due. Sends as many due bytes as
     * the client accepts now. If another thread has the lock, that thread ends the connection. But if that thread waits
     * for the client, the calling thread closes the connection at once. The caller does not hold the lock. Never waits.
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
