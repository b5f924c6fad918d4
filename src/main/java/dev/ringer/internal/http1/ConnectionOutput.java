package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The outgoing bytes of one connection: gathered in a pooled buffer, sent in as few writes as can be.
 *
 * <p>Owned by the holder of its lock, which every method needs but those that say otherwise. The application's threads take
 * the lock, and may wait for the client with it when they write, flush or close. All others try, and leave a note for the
 * thread that has it.
 *
 * <p>Bytes up to {@code due} leave without being asked for again: finished responses that wait for the next one of a
 * pipelined connection, a millisecond at the most, and what a handler had written when it returned. They leave even if what
 * follows fails.
 */
final class ConnectionOutput {
    /** The most finished responses that wait: with the next one, sixteen leave together. Kept by the {@code pipelined} row. */
    private static final int MAX_HELD = 15;

    private static final VarHandle FLUSH_FOR;

    static {
        try {
            FLUSH_FOR = MethodHandles.lookup().findVarHandle(ConnectionOutput.class, "flushFor", OutputOwner.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // fixed
    private final Transport transport;
    private final Http1Shared shared;
    private final BufferPool<OutputBuffer> pool;
    private final ReentrantLock lock = new ReentrantLock();

    // guarded by the lock
    private OutputBuffer buffer; // null while nothing is pending
    private int due;
    private int held; // finished responses among what is due

    // notes for the thread that lets the lock go
    private volatile OutputOwner flushFor;
    private volatile boolean abandoned;

    private volatile boolean writerWaits; // whether the holder of the lock waits for the client

    ConnectionOutput(Transport transport, Http1Shared shared, BufferPool<OutputBuffer> pool) {
        this.transport = transport;
        this.shared = shared;
        this.pool = pool;
    }

    // ---- the lock

    /** Takes the lock. For threads of the application. */
    void lock() {
        if (!lock.tryLock()) {
            transport.loop().aboutToBlock();
            lock.lock();
        }
    }

    /** Takes the lock if no other thread has it. */
    boolean tryLock() {
        return lock.tryLock();
    }

    /** Lets the lock go, after what the notes ask for. */
    void unlock() {
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
            if (stream != null && !stream.ended() && !sendAll()) {
                transport.loop().execute(() -> transport.watchRoom(true));
            }
            if (abandoned) {
                abandoned = false;
                giveUp();
            }
        } catch (IOException e) {
            transport.close(); // the next call of the application on this exchange will tell it
        }
    }

    private void giveUp() throws IOException {
        try {
            dropPresent();
            sendDue();
        } finally {
            release();
            transport.close();
        }
    }

    /**
     * Sends what is pending of a stream as far as the client takes it now, and the rest when it takes more; nothing if the
     * stream has ended. By this thread or by the one that is writing. Without the lock, never waiting.
     */
    void flushSoon(OutputOwner stream) {
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
    void abandon() {
        abandoned = true;
        if (lock.tryLock()) {
            unlock();
        } else if (writerWaits) {
            transport.close();
        }
    }

    // ---- gathering

    /** Composes a head. */
    ResponseHeadWriter head() {
        return buffer().head();
    }

    void putHead(ResponseHeadWriter head) throws IOException {
        put(head.bytes(), 0, head.size());
    }

    private OutputBuffer buffer() {
        if (buffer == null) {
            OutputBuffer rented = pool.rent();
            rented.clear();
            buffer = rented;
        }
        return buffer;
    }

    /** Adds bytes as they are; waits for the client if there is no room, so that the loop must not come here without. */
    void put(byte[] from, int offset, int length) throws IOException {
        int done = buffer().add(from, offset, length);
        while (done < length) {
            writeOut();
            done += buffer().add(from, offset + done, length - done);
        }
    }

    /** Adds bytes to the open chunk, and opens one where there is none; waits for the client if there is no room. */
    void putChunked(byte[] from, int offset, int length) throws IOException {
        int done = buffer().addToChunk(from, offset, length);
        while (done < length) {
            writeOut();
            done += buffer().addToChunk(from, offset + done, length - done);
        }
    }

    /**
     * Adds a region of a file; waits for the client if there is no room. A large one goes from the file to the socket, where
     * the transport allows it and no chunks are to be framed: kept by the {@code 10m} row of {@code peers/files}.
     *
     * @return the number of bytes, fewer than {@code count} if the file ended before
     */
    long putFile(FileChannel source, long position, long count, boolean chunked) throws IOException {
        boolean direct = !chunked && count > OutputBuffer.CAPACITY && transport.sendsFiles();
        return direct ? sendFile(source, position, count) : copyFile(source, position, count, chunked);
    }

    private long sendFile(FileChannel source, long position, long count) throws IOException {
        flush();
        long done = 0;
        while (done < count) {
            long step = transport.transferFrom(source, position + done, count - done);
            done += step;
            if (step == 0 && source.size() <= position + done) {
                return done;
            }
            if (step == 0) {
                awaitRoom();
            }
        }
        return done;
    }

    private long copyFile(FileChannel source, long position, long count, boolean chunked) throws IOException {
        long done = 0;
        while (done < count) {
            int step = buffer().addFile(source, position + done, count - done, chunked);
            if (step < 0) {
                return done;
            }
            if (step == 0) {
                writeOut();
            }
            done += step;
        }
        return done;
    }

    /** Adds the end of a chunked body. */
    void putLastChunk() throws IOException {
        while (!buffer().addLastChunk()) {
            writeOut();
        }
    }

    // ---- sending

    /** Sends everything pending; waits for the client if it must. For threads of the application. */
    void flush() throws IOException {
        if (buffer != null) {
            writeOut();
            release();
        }
    }

    /** Writes the whole buffer, waiting where the client is slow. */
    private void writeOut() throws IOException {
        while (!tryFlush()) {
            awaitRoom();
        }
    }

    private void awaitRoom() throws IOException {
        writerWaits = true;
        try {
            if (abandoned) { // by a thread that may not have seen that this one waits
                transport.close();
            }
            if (!transport.awaitWritable(shared.writeStallNanos)) {
                shared.counts.count(Limit.WRITE_STALL_TIMEOUT);
                transport.close();
                release();
                throw new SocketTimeoutException("The client reads nothing of the response");
            }
        } finally {
            writerWaits = false;
        }
    }

    private boolean tryFlush() throws IOException {
        if (buffer == null) {
            return true;
        }
        buffer.closeChunk();
        write(buffer.size());
        return buffer == null;
    }

    /**
     * Sends what is pending as far as the connection takes it now; all of it is due.
     *
     * @return true if nothing is pending any more
     */
    boolean sendAll() throws IOException {
        if (buffer != null) {
            buffer.closeChunk();
            due = buffer.size();
        }
        return sendDue();
    }

    /**
     * Sends what is due, as far as the connection takes it now, and nothing behind it.
     *
     * @return true if nothing is due any more
     */
    boolean sendDue() throws IOException {
        if (due > 0) {
            write(due);
            if (due > 0) {
                stopHolding(); // nothing joins what a slow client does not take
            }
        }
        return due == 0;
    }

    private void write(int through) throws IOException {
        int pending = buffer.size();
        ByteBuffer bytes = buffer.beginWrite(through);
        boolean broken = true;
        try {
            transport.write(bytes);
            broken = false;
        } finally {
            int gone = bytes.position();
            buffer.written(pending);
            if (broken || buffer.size() == 0) {
                release();
            } else {
                due = Math.max(due, through)
                        - gone; // what was offered is offered again: part of its record may be gone
            }
        }
        if (due == 0) {
            forgetHeld();
        }
    }

    // ---- what is due

    /**
     * Lets what is pending, a finished response at its end, wait for the next one.
     *
     * @return false if it must leave: enough waits, here or at other connections, the client is slow to take it, or half of
     *     the buffer is full. So a response that needs no more than the other half, an error page at any rate, never waits
     *     for the client: a handler on the loop may rely on it
     */
    boolean hold() {
        if (buffer == null
                || !buffer.hasRoom(OutputBuffer.CAPACITY / 2)
                || held >= MAX_HELD
                || held == 0 && !shared.tryHold()) {
            return false;
        }
        held++;
        due = buffer.size();
        return true;
    }

    /** Whether the thread with the lock waits for the client, to whom it has offered all that was due. */
    boolean writerWaits() {
        return writerWaits;
    }

    /** Whether anything is due. For the owner of the connection, without the lock: no other thread changes it then. */
    boolean holdsDue() {
        return due > 0;
    }

    private void stopHolding() {
        if (held > 0) {
            held = MAX_HELD;
        }
    }

    /** Drops what the present response has pending; finished ones before it stay. */
    private void dropPresent() {
        if (buffer != null) {
            buffer.cut(due);
        }
    }

    /** Gives the buffer back; what is pending is lost. */
    private void release() {
        if (buffer != null) {
            pool.release(buffer);
            buffer = null;
        }
        due = 0;
        forgetHeld();
    }

    private void forgetHeld() {
        if (held > 0) {
            held = 0;
            shared.heldNoMore();
        }
    }
}
