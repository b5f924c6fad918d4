package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The outgoing bytes of one connection: gathered in a pooled buffer, sent in as few writes as can be.
 *
 * <p>Every method but the few that say otherwise is called with the lock held. The bytes up to {@link #heldEnd} belong to finished responses that wait
 * for the next one on a pipelined connection; whatever lies behind belongs to the present response, and is dropped when it
 * fails.
 *
 * <p>Chunks are framed in place: room for the size is left in front of the data, and filled when the chunk is closed, so
 * that many small writes become one chunk and no data is moved twice.
 */
final class ConnectionOutput {
    /** The most finished responses that wait for another. */
    private static final int MOST_HELD = 15;

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
    private long heldSince;
    private long lookAgainAt;
    private boolean flushOwed; // by the watchdog, to a handler that returned while it looked
    private boolean watched;

    /** Set by a handler's return while another thread writes: whoever lets the lock go next sends what is pending. */
    private volatile boolean flushWanted;

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
        if (lock.tryLock()) {
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
        transport.write(bytes);
        if (bytes.hasRemaining()) {
            bytes.compact();
            return false;
        }
        bytes.clear();
        release();
        return true;
    }

    /**
     * Lets what is pending, a finished response at its end, wait for the next one.
     *
     * @return false if it must leave, since enough waits
     */
    boolean hold() {
        if (buffer == null || held == MOST_HELD || held == 0 && !watchdog.tryHold()) {
            return false;
        }
        if (held++ == 0) {
            heldSince = System.nanoTime();
            lookAgainAt = heldSince + HeldOutputWatchdog.TICK_NANOS;
        }
        heldEnd = buffer.bytes.position();
        if (!watched) {
            watched = true;
            watchdog.watch(this);
        }
        return true;
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
    }

    /**
     * Sends the finished responses that wait, unless a thread is writing, which sends them first. Without the lock, for
     * any thread.
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
    boolean look(long now) {
        boolean again = true;
        while (lock.tryLock()) { // else a thread is writing, and sends them first
            try {
                sendOverdue(now);
            } catch (IOException e) {
                transport.close();
                flushOwed = false;
                release();
            } finally {
                again = watched = heldEnd > 0 || flushOwed;
                lock.unlock();
            }
            if (!flushWanted) {
                break;
            }
        }
        return again;
    }

    private void sendOverdue(long now) throws IOException {
        if (flushWanted) {
            flushWanted = false;
            flushOwed = true;
        }
        if (flushOwed) {
            flushOwed = !tryFlush();
        } else if (heldEnd > 0 && now - lookAgainAt >= 0) {
            flushHeld();
            lookAgainAt = now + (now - heldSince); // a client that is slow to take them is not asked all the time
        }
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
    }

    private void forgetHeld() {
        if (held > 0) {
            watchdog.heldNoMore();
        }
        heldEnd = 0;
        held = 0;
    }
}
