package dev.ringer.multipart;

import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one form that is being read holds of the memory for all forms: its buffer, the headers of its parts, fields, and
 * files that are not on the disk.
 *
 * <p>Taken in blocks, so that a small form touches the shared counter twice. What was given back stays leased for the
 * form's further use until {@link #close()}.
 *
 * <p>A form that finds no memory left evicts another one whose thread waits for its client: everything but the buffer of
 * that form is dropped at once, and its thread fails when it comes back from the read. So nobody waits for a slow client.
 * One thread at a time uses a lease; any thread may evict it.
 */
final class MemoryLease implements Closeable {
    private static final long BLOCK = 4 << 10;

    /** The leases of all forms that have read from their clients and are not closed. */
    private static final Set<MemoryLease> READING = ConcurrentHashMap.newKeySet();

    private final long most;
    private long leased;
    private long used;
    /** Bytes of the buffer: a thread that waits for the client reads into it, so they stay. */
    private long buffer;

    private Runnable dropContent = () -> {};

    // guarded by this
    private boolean waiting;
    private boolean evicted;
    /** When the form began to wait for its client, in {@link System#nanoTime()}'s terms. */
    private long waitingSince;

    MemoryLease(FormOptions options) {
        this.most = options.maxMemoryBytesOfAll();
    }

    /** Sets what an eviction calls to drop what the form has gathered, on any thread, while the form waits in a read. */
    void onEviction(Runnable drop) {
        dropContent = drop;
    }

    /** Takes bytes for this form; false, and nothing taken, where all forms together have no more. */
    boolean take(long bytes) {
        long missing = used + bytes - leased;
        if (missing > 0 && !lease(Math.max(missing, BLOCK), most) && !lease(missing, most)) {
            return false;
        }
        used += bytes;
        return true;
    }

    private boolean lease(long bytes, long limit) {
        boolean possible = SharedBytes.MEMORY.take(bytes, limit);
        leased += possible ? bytes : 0;
        return possible;
    }

    /** Takes bytes without which the form cannot go on: evicts other forms for them. */
    void need(long bytes) throws FormLimitException {
        while (!take(bytes)) {
            if (!evictAnother()) {
                throw new FormLimitException(FormLimit.MEMORY_BYTES_OF_ALL);
            }
        }
    }

    /** Takes the smallest of buffers. */
    void needBuffer(long bytes) throws FormLimitException {
        need(bytes);
        buffer += bytes;
    }

    /**
     * Takes bytes for a buffer, or for more of one. Buffers cannot be evicted: so there are none but the smallest once half
     * of the memory is taken.
     */
    boolean takeBuffer(long bytes) {
        if (!lease(bytes, most / 2)) {
            return false;
        }
        used += bytes;
        buffer += bytes;
        return true;
    }

    void giveBack(long bytes) {
        used -= bytes;
    }

    /** Evicts the largest form that waits, and holds no less than this one; false if there is none. */
    private boolean evictAnother() {
        MemoryLease victim = null;
        long size = Math.max(1, leased - buffer);
        long silent = Long.MIN_VALUE;
        long now = System.nanoTime();
        for (MemoryLease other : READING) {
            synchronized (other) {
                long otherSize = other.evictable();
                int order = Integer.compare(sizeClass(otherSize), sizeClass(size));
                long otherSilent = now - other.waitingSince;
                if (otherSize > 0 && (order > 0 || order == 0 && otherSilent > silent)) {
                    victim = other;
                    size = otherSize;
                    silent = otherSilent;
                }
            }
        }
        // a victim whose client has sent something meanwhile stays: there may be another
        return victim != null && (victim.evict() || evictAnother());
    }

    /** Sizes of one class are about the same. */
    private static int sizeClass(long size) {
        return Long.SIZE - Long.numberOfLeadingZeros(size);
    }

    private synchronized long evictable() {
        return waiting && !evicted ? leased - buffer : 0;
    }

    private synchronized boolean evict() {
        long bytes = evictable();
        if (bytes == 0) {
            return false;
        }
        if (used > buffer) {
            evicted = true;
            dropContent.run();
        }
        leased -= bytes;
        SharedBytes.MEMORY.giveBack(bytes);
        return true;
    }

    /** From now on this thread waits for the client and touches nothing but the buffer. */
    synchronized void beginWaiting() {
        if (waitingSince == 0) {
            READING.add(this);
        }
        waitingSince = System.nanoTime() | 1;
        waiting = true;
    }

    /**
     * Ends the waiting.
     *
     * @throws FormLimitException if the form has been evicted meanwhile
     */
    synchronized void endWaiting() throws FormLimitException {
        waiting = false;
        if (evicted) {
            throw new FormLimitException(FormLimit.MEMORY_BYTES_OF_ALL);
        }
    }

    @Override
    public synchronized void close() {
        READING.remove(this);
        waiting = false;
        SharedBytes.MEMORY.giveBack(leased);
        leased = 0;
        used = 0;
        buffer = 0;
    }
}
