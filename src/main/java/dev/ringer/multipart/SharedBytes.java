package dev.ringer.multipart;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes that all forms of this JVM together use, either in memory or on the disk. Thread-safe. */
final class SharedBytes {
    /** The bytes in memory. A form's bytes count only while the form is read. */
    static final SharedBytes MEMORY = new SharedBytes();

    /** The bytes on the disk. A file's bytes count until the file is moved or deleted. */
    static final SharedBytes DISK = new SharedBytes();

    private final AtomicLong taken = new AtomicLong();

    private SharedBytes() {}

    /** Adds bytes to the count. Returns false, and adds nothing, if the count would be more than {@code most}. */
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
