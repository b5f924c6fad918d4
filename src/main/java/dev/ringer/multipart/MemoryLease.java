package dev.ringer.multipart;

import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory that one form retains while it is read, as a share of the memory for all forms. It covers the form's
 * buffer, the headers of its parts, fields, and files that are not on the disk.
 *
 * <p>A lease takes memory in blocks, so a small form changes the shared counter only twice. If the form releases bytes,
 * the lease keeps them for later use by the same form, until {@link #close()}.
 *
 * <p>If no memory is left, a form evicts another form whose thread waits for its client. The eviction drops all data of
 * that form except its buffer. The thread of that form gets an exception when it returns from the read. So no form
 * waits for a slow client of another form. Only one thread at a time uses a lease, but any thread may evict it.
 */
final class MemoryLease implements Closeable {
    private static final long BLOCK = 4 << 10;

    /** Leases of all forms that have begun to read from their clients and are not closed. */
    private static final Set<MemoryLease> READING = ConcurrentHashMap.newKeySet();

    /** Maximum number of bytes that all forms may lease together. */
    private final long most;
    /** Bytes taken from the memory for all forms. */
    private long leased;
    /** Bytes of {@code leased} that the form uses. */
    private long used;
    /** Bytes of the buffer. An eviction keeps the buffer, because a thread that waits for the client reads into it. */
    private long buffer;

    private Runnable dropContent = () -> {};

    // guarded by this
    private boolean waiting;
    private boolean evicted;
    /** Time at which the form began to wait for its client, as {@link System#nanoTime()}; 0 if it has never waited. */
    private long waitingSince;

    MemoryLease(FormOptions options) {
        this.most = options.maxMemoryBytesOfAll();
    }

    /**
     * Sets the action that drops what the form has gathered. An eviction runs it on any thread, while the form waits in
     * a read.
     */
    void onEviction(Runnable drop) {
        dropContent = drop;
    }

    /** Takes bytes for this form. Returns false and takes nothing if the memory for all forms is exhausted. */
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

    /** Takes bytes without which the form cannot go on. Evicts other forms if the memory is exhausted. */
    void need(long bytes) throws FormLimitException {
        while (!take(bytes)) {
            if (!evictAnother()) {
                throw new FormLimitException(FormLimit.MEMORY_BYTES_OF_ALL);
            }
        }
    }

    /** Takes bytes for a buffer of the smallest size, without which the form cannot go on. */
    void needBuffer(long bytes) throws FormLimitException {
        need(bytes);
        buffer += bytes;
    }

    /**
     * Takes bytes for a new or a larger buffer. Returns false if more than half of the memory would then be leased.
     * Buffers cannot be evicted, so beyond that half, forms get only the smallest buffers.
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

    /**
     * Evicts the largest waiting form, unless it is smaller than this form. Among forms of about the same size, evicts
     * the form whose client has been silent longest. Returns false if no form can be evicted.
     */
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
        // if the client of the victim has sent bytes meanwhile, search for another victim
        return victim != null && (victim.evict() || evictAnother());
    }

    /** Returns the number of bits of a size. Sizes with the same number of bits count as about the same. */
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

    /**
     * Marks the form as waiting for its client. Until {@link #endWaiting()}, the thread of the form uses only the
     * buffer.
     */
    synchronized void beginWaiting() {
        if (waitingSince == 0) {
            READING.add(this);
        }
        waitingSince = System.nanoTime() | 1;
        waiting = true;
    }

    /** Ends the waiting. Throws if the form has been evicted meanwhile. */
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
