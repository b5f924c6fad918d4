package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The outgoing bytes of one connection: gathered in a pooled buffer, sent in as few writes as can be.
 *
 * <p>Every method but the few that say otherwise is called with the lock held. The bytes up to {@link #heldEnd} belong to
 * finished responses that wait for the next one on a pipelined connection; whatever lies behind belongs to the present
 * response, and is dropped when it fails.
 *
 * <p>Chunks are framed in place: room for the size is left in front of the data, and filled when the chunk is closed, so
 * that many small writes become one chunk and no data is moved twice.
 */
final class ConnectionOutput {
    /** The most finished responses that wait for another: with that one as many as a turn serves. */
    private static final int MOST_HELD = Http1Connection.REQUESTS_PER_TURN - 1;

    /** How long the watchdog leaves a client in peace that takes nothing. */
    private static final long LONGEST_INTERVAL_NANOS = 50_000_000;

    private static final int CHUNK_SIZE_DIGITS = 4;
    private static final int CHUNK_HEAD = CHUNK_SIZE_DIGITS + 2;
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int NO_CHUNK = -1;

    // fixed
    private final Transport transport;
    private final BufferPool<OutputBuffer> pool;
    private final HeldOutputWatchdog watchdog;
    private final long stallNanos;
    private final ReentrantLock lock = new ReentrantLock();

    // guarded by the lock
    private OutputBuffer buffer; // null while nothing is pending
    private int chunkBegin = NO_CHUNK; // where the open chunk's size will stand
    private int heldEnd;
    private int held; // finished responses up to there
    private long interval; // between two tries of the watchdog
    private boolean flushOwed; // by the watchdog, to a handler that returned while it looked
    private boolean watched;

    /** Set by a handler's return while another thread writes: whoever lets the lock go next sends what is pending. */
    private volatile boolean flushWanted;

    // between the watchdog and others
    private volatile long lookAgainAt;
    private volatile boolean looking; // whether the watchdog has the lock, which it keeps for one write at most

    ConnectionOutput(Transport transport, Http1Shared shared) {
        this.transport = transport;
        this.pool = shared.outputBuffers;
        this.watchdog = shared.watchdog;
        this.stallNanos = shared.writeStallNanos;
    }

    /** Takes the lock. */
    void lock() {
        if (!lock.tryLock()) {
            transport.acquire(lock);
        }
    }

    /** Takes the lock if no other thread has it. */
    boolean tryLock() {
        return lock.tryLock();
    }

    /** Lets the lock go. */
    void unlock() {
        while (true) {
            if (flushWanted) {
                flushWanted = false;
                flushForReturnedHandler();
            }
            lock.unlock();
            if (!flushWanted || !lock.tryLock()) {
                return;
            }
        }
    }

    /** Sends what is pending as soon as nobody is writing, by this thread or by the one that is. Without the lock. */
    void flushSoon() {
        flushWanted = true;
        if (lock.tryLock()) {
            unlock();
        }
    }

    /**
     * Drops what the present response has pending, unless another thread is writing it. Without the lock.
     */
    void abandon() {
        if (lock.isHeldByCurrentThread()) {
            return; // it has failed to write, and releases the buffer itself
        }
        if (lockUnlessWriting()) {
            try {
                dropPresent();
                flushHeld();
                release();
            } catch (IOException ignored) { // the connection is closed next in any case
                release();
            } finally {
                lock.unlock();
            }
        }
    }

    private boolean lockUnlessWriting() {
        boolean locked = lock.tryLock();
        while (!locked && looking) {
            Thread.onSpinWait();
            locked = lock.tryLock();
        }
        return locked || lock.tryLock(); // the watchdog may have let go just before it was looked at
    }

    private void flushForReturnedHandler() {
        try {
            flush();
        } catch (IOException e) {
            transport.close(); // the next call of the application on this exchange will tell it
        }
    }

    /** Composes a head and adds it. */
    ResponseHeadWriter head() {
        return buffer().head;
    }

    void putHead(ResponseHeadWriter head) throws IOException {
        put(head.bytes(), 0, head.size());
    }

    private OutputBuffer buffer() {
        if (buffer == null) {
            buffer = pool.rent();
            buffer.bytes.clear();
        }
        return buffer;
    }

    /** Adds bytes as they are. */
    void put(byte[] from, int offset, int length) throws IOException {
        ByteBuffer to = buffer().bytes;
        int at = offset;
        int left = length;
        while (true) {
            int part = Math.min(left, to.remaining());
            to.put(from, at, part);
            at += part;
            left -= part;
            if (left == 0) {
                return;
            }
            writeOut();
        }
    }

    /** Adds bytes to the open chunk, and opens one where there is none. */
    void putChunked(byte[] from, int offset, int length) throws IOException {
        ByteBuffer to = buffer().bytes;
        int at = offset;
        int left = length;
        while (left > 0) {
            if (chunkBegin == NO_CHUNK) {
                if (to.remaining() < CHUNK_HEAD + 2 + LAST_CHUNK.length + 64) {
                    writeOut();
                }
                chunkBegin = to.position();
                to.position(chunkBegin + CHUNK_HEAD);
            }
            int room = to.remaining() - 2 - LAST_CHUNK.length; // for the chunk's own end, and the body's
            int part = Math.min(left, room);
            to.put(from, at, part);
            at += part;
            left -= part;
            if (left > 0 || part == room) {
                closeChunk();
                writeOut();
            }
        }
    }

    /** Adds the end of a chunked body. */
    void putLastChunk() throws IOException {
        closeChunk();
        put(LAST_CHUNK, 0, LAST_CHUNK.length);
    }

    private void closeChunk() {
        if (chunkBegin == NO_CHUNK) {
            return;
        }
        ByteBuffer to = buffer.bytes;
        int size = to.position() - chunkBegin - CHUNK_HEAD;
        int digits = size < 0x10 ? 1 : size < 0x100 ? 2 : size < 0x1000 ? 3 : CHUNK_SIZE_DIGITS;
        int at = chunkBegin;
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            to.put(at++, HEX[size >>> shift & 0xf]);
        }
        to.put(at++, (byte) '\r');
        to.put(at++, (byte) '\n');
        int data = chunkBegin + CHUNK_HEAD;
        if (at < data) { // a small chunk moves up to its shorter size
            to.put(at, to, data, size);
        }
        to.position(at + size);
        to.put((byte) '\r').put((byte) '\n');
        chunkBegin = NO_CHUNK;
    }

    /** Sends everything pending; waits for the client if it must. */
    void flush() throws IOException {
        if (buffer != null) {
            closeChunk();
            writeOut();
            release();
        }
    }

    /** Writes the whole buffer, waiting where the client is slow. */
    private void writeOut() throws IOException {
        ByteBuffer bytes = buffer.bytes.flip();
        try {
            transport.write(bytes);
            while (bytes.hasRemaining()) {
                if (!transport.awaitWritable(stallNanos)) {
                    transport.close();
                    throw new SocketTimeoutException("The client reads nothing of the response");
                }
                transport.write(bytes);
            }
        } finally {
            forgetHeld();
            bytes.compact(); // empty, unless the connection broke
        }
    }

    /**
     * Sends what the connection takes now.
     *
     * @return true if nothing is pending any more
     */
    boolean tryFlush() throws IOException {
        if (buffer == null) {
            return true;
        }
        closeChunk();
        ByteBuffer bytes = buffer.bytes.flip();
        forgetHeld();
        try {
            transport.write(bytes);
        } finally {
            bytes.compact();
        }
        if (bytes.position() > 0) {
            return false;
        }
        release();
        return true;
    }

    /**
     * Lets what is pending, a finished response at its end, wait for the next one.
     *
     * @return false if it must leave: enough waits, here or at other connections, or the client is slow to take it
     */
    boolean hold() {
        if (buffer == null || held >= MOST_HELD || !watched && !watchdog.watch(this)) {
            return false;
        }
        watched = true;
        if (held == 0) {
            lookIn(HeldOutputWatchdog.TICK_NANOS);
            if (!watchdog.tryHold()) {
                return false;
            }
        }
        held++;
        heldEnd = buffer.bytes.position();
        return true;
    }

    private void lookIn(long nanos) {
        interval = nanos;
        lookAgainAt = System.nanoTime() + nanos;
    }

    /** Sends the finished responses that wait, as far as the connection takes them now, and nothing behind them. */
    void flushHeld() throws IOException {
        if (heldEnd == 0 || buffer == null) {
            return;
        }
        ByteBuffer bytes = buffer.bytes;
        int pending = bytes.position();
        bytes.position(0).limit(heldEnd);
        try {
            transport.write(bytes);
        } finally {
            int gone = bytes.position();
            bytes.limit(pending);
            bytes.compact();
            heldEnd -= gone;
            if (heldEnd == 0) {
                forgetHeld();
            }
            chunkBegin = chunkBegin == NO_CHUNK ? NO_CHUNK : chunkBegin - gone;
        }
        if (bytes.position() == 0) {
            release(); // the next handler may take its time
        }
    }

    /**
     * Sends the finished responses that wait, unless a thread is writing, which sends them first. Without the lock, for
     * the loop.
     */
    void releaseHeld() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            flushHeld();
        } catch (IOException e) {
            transport.close();
        } finally {
            unlock();
        }
    }

    /**
     * Sends the finished responses that have waited long enough, never waiting for the client. Without the lock, for the
     * watchdog.
     *
     * @return whether to look again
     */
    boolean sendOverdue(long now) {
        if (now - lookAgainAt < 0 && !flushWanted) {
            return true;
        }
        boolean again = true;
        while (lock.tryLock()) { // else a thread is writing, and sends them first
            looking = true;
            try {
                trySendingOverdue();
            } catch (IOException | RuntimeException | Error failure) {
                transport.close(); // whatever it was: no half of a response must be followed by another's
                release();
            } finally {
                again = watched = heldEnd > 0 || flushOwed;
                lock.unlock();
                looking = false;
            }
            if (!flushWanted) {
                break;
            }
        }
        return again;
    }

    private void trySendingOverdue() throws IOException {
        flushOwed |= flushWanted;
        flushWanted = false;
        if (flushOwed) {
            flushOwed = !tryFlush();
        } else {
            flushHeld();
        }
        if (heldEnd > 0) {
            held = MOST_HELD; // no more joins what a slow client does not take
        }
        lookIn(Math.min(2 * interval, LONGEST_INTERVAL_NANOS));
    }

    /** Drops what the present response has pending; finished ones before it stay. */
    void dropPresent() {
        if (buffer != null) {
            buffer.bytes.position(heldEnd);
            chunkBegin = NO_CHUNK;
        }
    }

    /** Gives the buffer back; what is pending is lost. */
    void release() {
        if (buffer != null) {
            pool.giveBack(buffer);
            buffer = null;
            chunkBegin = NO_CHUNK;
            forgetHeld();
        }
        flushOwed = false;
    }

    private void forgetHeld() {
        if (held > 0) {
            watchdog.heldNoMore();
        }
        heldEnd = 0;
        held = 0;
    }
}
