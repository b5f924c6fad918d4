package dev.ringer.multipart;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts bytes of one kind, in memory or on the disk, that all collected forms of this JVM use together. Thread-safe.
 */
final class SharedBytes {
    /** Bytes in memory, counted while forms are read. */
    static final SharedBytes MEMORY = new SharedBytes();

    /** Bytes on the disk, counted until files are moved or deleted. */
    static final SharedBytes DISK = new SharedBytes();

    private final AtomicLong taken = new AtomicLong();

    private SharedBytes() {}

    /** Takes bytes. Returns false and takes nothing if the sum would be more than {@code most}. */
    boolean take(long bytes, long most) {
        long before = taken.get();
        while (bytes <= most - before) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }
}
