package dev.ringer.multipart;

import dev.ringer.internal.uploads.SharedBytes;
import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the memory that one form uses while it is read: its buffer, the headers of parts, fields, and files that are
 * not on the disk. All leases together take at most {@link FormOptions#maxMemoryBytesOfAll()}.
 *
 * <p>A lease takes memory in blocks, so a small form changes the shared counter only a few times. Bytes that the form
 * releases stay in its lease until {@link #close()}, so that the same form can use them again.
 *
 * <p>If no memory is left, a form evicts another form whose thread waits for its client. The eviction drops all data of
 * that form except its buffer. When the thread of the evicted form returns from the read, it gets an exception. Only
 * one thread at a time uses a lease, but any thread may evict the form.
 */
final class MemoryLease implements Closeable {
    private static final long BLOCK = 4 << 10;

    /** The leases of all forms that have begun to read from their clients and were not closed. */
    private static final Set<MemoryLease> READING = ConcurrentHashMap.newKeySet();

    /** The maximum number of bytes that all forms together may take. */
    private final long most;
    /** The bytes that {@link SharedBytes#MEMORY} counts for this lease. */
    private long leased;
    /** The part of {@code leased} that the form uses, in bytes. */
    private long used;
    /**
     * The size of the form's buffer in bytes. An eviction cannot free the buffer, because the thread that waits for the
     * client reads into it.
     */
    private long buffer;

    private Runnable dropContent = () -> {};

    // guarded by this
    private boolean waiting;
    private boolean evicted;
    /** The {@link System#nanoTime()} at which the form last began to wait for its client; 0 if it has never waited. */
    private long waitingSince;

    MemoryLease(FormOptions options) {
        this.most = FormOptions.bound(options.maxMemoryBytesOfAll());
    }

    /**
     * Sets the action that drops the data of the form. An eviction runs the action on any thread, while the thread of
     * the form waits for the client.
     */
    void onEviction(Runnable drop) {
        dropContent = drop;
    }

    /**
     * Takes memory, in bytes, for the form. Changes nothing and returns false if all leases together would then exceed
     * their limit.
     */
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

    /** Takes memory, in bytes. If necessary, frees memory of other forms. Throws an exception if that is too little. */
    void need(long bytes) throws FormLimitException {
        while (!take(bytes)) {
            if (!evictAnother()) {
                throw new FormLimitException(FormLimit.MEMORY_BYTES_OF_ALL);
            }
        }
    }

    /** Takes bytes for the smallest buffer, like {@link #need}, because a form cannot be read without a buffer. */
    void needBuffer(long bytes) throws FormLimitException {
        need(bytes);
        buffer += bytes;
    }

    /**
     * Takes memory, in bytes, for a new buffer or a larger one. Changes nothing and returns false if all leases
     * together would then exceed half of their limit. Buffers cannot be evicted, so large buffers are allowed only
     * while enough memory is free.
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
     * Evicts the largest form that waits for its client, unless it is smaller than this form. Among forms of about the
     * same size, evicts the form whose client has been silent longest. Returns false if no form can be evicted.
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
        // if the client of the victim has sent something meanwhile, search for another victim
        return victim != null && (victim.evict() || evictAnother());
    }

    /** Returns the number of bits of a size. The eviction treats sizes with the same number of bits as equal. */
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
     * Records that the thread of the form begins to wait for the client. Until {@link #endWaiting()}, this thread uses
     * only the buffer, so the form can be evicted.
     */
    synchronized void beginWaiting() {
        if (waitingSince == 0) {
            READING.add(this);
        }
        waitingSince = System.nanoTime() | 1;
        waiting = true;
    }

    /** Records that the thread of the form no longer waits. Throws an exception if the form was evicted meanwhile. */
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
