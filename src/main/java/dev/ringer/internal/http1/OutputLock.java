package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a connection's output. Application threads take it, and may wait for the client with it when they write,
 * flush or close. All other threads only try the lock, or leave a note for the thread that has it. That thread does
 * what the note asks for when it releases the lock: it sends the pending bytes of a stream, or abandons the connection.
 * A note for a stream is void after the stream has ended.
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

    /** The connection. */
    final Transport transport;

    private final ReentrantLock lock = new ReentrantLock();

    // notes for the thread that releases the lock
    private volatile Owner flushFor;
    private volatile boolean abandoned;

    private volatile boolean writerWaits;

    OutputLock(Transport transport) {
        this.transport = transport;
    }

    /** Takes the lock. For application threads. */
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

    /** Releases the lock, after doing what the notes ask for. */
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
        Owner stream = (Owner) FLUSH_FOR.getAndSet(this, null); // a note left from now on is obeyed later
        try {
            if (stream != null && !stream.ended()) {
                flushAsNoted();
            }
            if (abandoned) {
                abandoned = false;
                abandonAsNoted();
            }
        } catch (IOException e) {
            transport.close(); // the application's next call on this exchange will throw
        }
    }

    /**
     * Sends the pending bytes as far as the client takes them now, and makes the loop send the rest. The caller holds
     * the lock.
     */
    abstract void flushAsNoted() throws IOException;

    /**
     * Sends the due bytes as far as the client takes them now, and closes the connection. The caller holds the lock.
     */
    abstract void abandonAsNoted() throws IOException;

    /**
     * Sends the pending bytes of a stream as far as the client takes them now, and the rest when it takes more. Does
     * nothing if the stream has ended. Either this thread sends them, or the thread that is writing. Called without the
     * lock. Never waits.
     */
    final void flushSoon(Owner stream) {
        noteFlush(stream);
        if (lock.tryLock()) {
            unlock();
        }
    }

    /**
     * Leaves a note to flush. It does not replace a note for another stream that has not ended: then this stream has
     * ended, and its note must not undo the other one.
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
     * Drops the pending bytes of the present response, sends the due bytes before them as far as the client takes them,
     * and closes the connection. Either this thread does so, or the thread that is writing. If that thread waits for
     * the client, the connection is closed at once. Called without the lock. Never waits.
     */
    final void abandon() {
        abandoned = true;
        if (lock.tryLock()) {
            unlock();
        } else if (writerWaits) {
            transport.close();
        }
    }

    /** Waits until the client may take more, but no longer than {@code nanos}. The caller holds the lock. */
    final void awaitRoom(long nanos) throws IOException {
        writerWaits = true;
        try {
            if (abandoned) { // the abandoning thread may not have seen that this one waits
                transport.close();
            }
            transport.awaitWritable(nanos);
        } finally {
            writerWaits = false;
        }
    }

    /** Whether the thread with the lock waits for the client. It has offered the client all that was due. */
    final boolean writerWaits() {
        return writerWaits;
    }
}
