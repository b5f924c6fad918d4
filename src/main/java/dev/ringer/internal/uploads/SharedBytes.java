package dev.ringer.internal.uploads;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes that all uploads of this JVM together use, either in memory or on the disk. Thread-safe. */
public final class SharedBytes {
    /** The bytes in memory. A form's bytes count only while the form is read. */
    public static final SharedBytes MEMORY = new SharedBytes();

    /** The bytes on the disk. A file's bytes count until the file is moved or deleted. */
    public static final SharedBytes DISK = new SharedBytes();

    /** The most bytes on the disk, unless the application chooses another limit. */
    public static final long MOST_ON_DISK = 8L << 30;

    private final AtomicLong taken = new AtomicLong();

    private SharedBytes() {}

    /** Adds bytes to the count. Returns false, and adds nothing, if the count would be more than {@code most}. */
    public boolean take(long bytes, long most) {
        long before = taken.get();
        while (bytes <= most - before) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    /** Whether {@link #take} would add the bytes now. */
    public boolean hasRoom(long bytes, long most) {
        return bytes <= most - taken.get();
    }

    /** Subtracts bytes that {@link #take} has added. */
    public void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Returns the count. */
    public long taken() {
        return taken.get();
    }
}
