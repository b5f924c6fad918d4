package dev.ringer.internal.accesslog;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A queue of fixed size for the records of an access log. Any thread may add records, and one thread takes them. Adding
 * a record neither waits nor allocates memory. It fails if the queue is full, or if the records of large heads take too
 * much memory. Thread-safe, unless the comment of a method says otherwise.
 */
final class RecordQueue {
    /**
     * The most records in the queue. This limit and {@link #MAX_LARGE_BYTES} bound how much memory clients can make the
     * queue retain.
     */
    static final int CAPACITY = 8192;

    /** The most bytes that all records with large request heads may retain together. */
    static final long MAX_LARGE_BYTES = 8L << 20;

    private static final int MASK = CAPACITY - 1;

    private final AtomicReferenceArray<AccessRecord> slots = new AtomicReferenceArray<>(CAPACITY);
    private final AtomicLong tail = new AtomicLong(); // number of the next record to add
    private final AtomicLong largeBytes = new AtomicLong();
    private volatile long head; // number of the next record to take; written only by the thread that takes records

    /**
     * Adds a record, unless the queue is full or the records of large heads take too much memory.
     *
     * @return how many records the queue has now; −1 if the record was not added
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

    /**
     * Takes the oldest record. Returns null if there is none, or if a thread is still adding it. Only one thread may
     * call this.
     */
    AccessRecord poll() {
        long at = head;
        int slot = (int) at & MASK;
        AccessRecord record = slots.getAcquire(slot);
        if (record == null) {
            return null;
        }
        slots.setRelease(slot, null);
        head = at + 1; // only after the slot is empty: another thread may use the slot as soon as it sees the new head
        int large = record.largeBytes();
        if (large > 0) {
            largeBytes.addAndGet(-large);
        }
        return record;
    }

    /** Returns how many records have been added in all, including those that threads are still adding. */
    long added() {
        return tail.get();
    }

    long taken() {
        return head;
    }

    /** Whether the queue has no records, and no thread is adding one. */
    boolean isEmpty() {
        return tail.get() == head;
    }
}
