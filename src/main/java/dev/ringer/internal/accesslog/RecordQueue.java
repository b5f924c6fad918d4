package dev.ringer.internal.accesslog;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A queue of fixed size from any number of threads to one. Adding neither waits nor allocates. It fails if there is no
 * room, or if large records hold too much memory. Thread-safe, except where a method says otherwise.
 */
final class RecordQueue {
    /**
     * The most records in the queue. Together with {@link #MAX_LARGE_BYTES} it limits the memory that clients can make
     * the queue hold.
     */
    static final int CAPACITY = 8192;

    /** The most bytes that all records larger than {@link AccessRecord#SMALL_BYTES} may hold together. */
    static final long MAX_LARGE_BYTES = 8L << 20;

    private static final int MASK = CAPACITY - 1;

    private final AtomicReferenceArray<AccessRecord> slots = new AtomicReferenceArray<>(CAPACITY);
    private final AtomicLong tail = new AtomicLong(); // where the next record goes
    private final AtomicLong largeBytes = new AtomicLong();
    private volatile long head; // number of the record that is taken next; written only by the taking thread

    /**
     * Adds a record.
     *
     * @return how many records there are now, or −1 if there is no room
     */
    int add(AccessRecord record) {
        int large = record.largeBytes();
        if (large > 0 && largeBytes.addAndGet(large) > MAX_LARGE_BYTES) {
            largeBytes.addAndGet(-large);
            return -1;
        }
        while (true) {
            long at = tail.get();
            long waiting = at - head;
            if (waiting >= CAPACITY) {
                largeBytes.addAndGet(-large);
                return -1;
            }
            if (tail.compareAndSet(at, at + 1)) {
                slots.setRelease((int) at & MASK, record);
                return (int) waiting + 1;
            }
        }
    }

    /** Takes the oldest record. Returns null if there is none, or if it is just being added. For one thread. */
    AccessRecord poll() {
        long at = head;
        int slot = (int) at & MASK;
        AccessRecord record = slots.getAcquire(slot);
        if (record == null) {
            return null;
        }
        slots.setRelease(slot, null);
        head = at + 1; // after the slot is free
        int large = record.largeBytes();
        if (large > 0) {
            largeBytes.addAndGet(-large);
        }
        return record;
    }

    /** Returns how many records have been added so far, including those that are just being added. */
    long added() {
        return tail.get();
    }

    /** Returns how many records have been taken so far. */
    long taken() {
        return head;
    }

    /** Whether the queue holds no record, and none is just being added. */
    boolean isEmpty() {
        return tail.get() == head;
    }
}
