package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a connection's output. The application's threads take it, and may wait for the client with it when they write,
 * flush or close. All others try it, or leave a note for the thread that has it, which does what the note asks for when it
 * lets the lock go: to send what is pending of a stream, or to abandon the connection. A note for a stream is void once that
 * has ended.
 */
abstract class OutputLock {
    private static final VarHandle FLUSH_FOR;

    static {
        try {
            FLUSH_FOR = MethodHandles.lookup().findVarHandle(OutputLock.class, "flushFor", OutputOwner.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The connection. */
    final Transport transport;

    private final ReentrantLock lock = new ReentrantLock();

    // notes for the thread that lets the lock go
    private volatile OutputOwner flushFor;
    private volatile boolean abandoned;

    private volatile boolean writerWaits;

    OutputLock(Transport transport) {
        this.transport = transport;
    }

    /** Takes the lock. For threads of the application. */
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

    /** Lets the lock go, after what the notes ask for. */
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
        OutputOwner stream = (OutputOwner) FLUSH_FOR.getAndSet(this, null); // a note left from now on is obeyed later
        try {
            if (stream != null && !stream.ended()) {
                flushAsNoted();
            }
            if (abandoned) {
                abandoned = false;
                abandonAsNoted();
            }
        } catch (IOException e) {
            transport.close(); // the next call of the application on this exchange will tell it
        }
    }

    /** Sends what is pending as far as the client takes it now, and makes the loop send the rest. With the lock. */
    abstract void flushAsNoted() throws IOException;

    /** Sends what is due as far as the client takes it now, and closes the connection. With the lock. */
    abstract void abandonAsNoted() throws IOException;

    /**
     * Sends what is pending of a stream as far as the client takes it now, and the rest when it takes more; nothing if the
     * stream has ended. By this thread or by the one that is writing. Without the lock, never waiting.
     */
    final void flushSoon(OutputOwner stream) {
        noteFlush(stream);
        if (lock.tryLock()) {
            unlock();
        }
    }

    /** Leaves a note, but not in place of one for a stream that has not ended: then this one has, and must not undo it. */
    private void noteFlush(OutputOwner stream) {
        OutputOwner noted;
        do {
            noted = flushFor;
            if (noted != null && noted != stream && !noted.ended()) {
                return;
            }
        } while (!FLUSH_FOR.compareAndSet(this, noted, stream));
    }

    /**
     * Drops what the present response has pending, sends what is due before it as far as the client takes it, and closes the
     * connection. By this thread or by the one that is writing; at once if that one waits for the client. Without the lock,
     * never waiting.
     */
    final void abandon() {
        abandoned = true;
        if (lock.tryLock()) {
            unlock();
        } else if (writerWaits) {
            transport.close();
        }
    }

    /** Waits for room at the client, so long at the most. With the lock. */
    final void awaitRoom(long nanos) throws IOException {
        writerWaits = true;
        try {
            if (abandoned) { // by a thread that may not have seen that this one waits
                transport.close();
            }
            transport.awaitWritable(nanos);
        } finally {
            writerWaits = false;
        }
    }

    /** Whether the thread with the lock waits for the client, to whom it has offered all that was due. */
    final boolean writerWaits() {
        return writerWaits;
    }
}
