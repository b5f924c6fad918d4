package dev.ringer.internal.accesslog;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A queue of fixed size for the records of an access log. Any thread may add records, and one thread takes them. Adding
 * a record neither waits nor allocates memory. It fails if the queue is full, or if the records of large heads take too
 * much memory. Thread-safe, unless the comment of a method says otherwise.
 *
 * <p>A thread that adds a record decrements the number of free places, and increments the number of the next slot. Both
 * are atomic additions, because 64 cores would spend most of their time in the retries of a compare-and-set loop
 * ({@code docs/scaling.md}). The taking thread adds free places in batches, because otherwise each record would move
 * the cache line of their number between the cores.
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

    /** The taking thread adds this many places to {@code free} together, or fewer if the queue is empty. */
    private static final int BATCH = 64;

    private final AtomicReferenceArray<AccessRecord> slots = new AtomicReferenceArray<>(CAPACITY);
    // Number of free places. It is below 0 for a moment while threads find out that the queue is full.
    private final AtomicInteger free = new AtomicInteger(CAPACITY);
    private final AtomicLong tail = new AtomicLong(); // number of the next record to add
    private final AtomicLong largeBytes = new AtomicLong();
    private volatile long head; // number of the next record to take; written only by the thread that takes records
    private int emptied; // free places that `free` does not count yet; used only by the taking thread

    /**
     * Adds a record, unless the queue is full or the records of large heads take too much memory.
     *
     * @return how many records the queue has now, including up to {@value #BATCH} that were already taken, but whose
     *     places are not free yet; −1 if the record was not added
     */
    int add(AccessRecord record) {
        int large = record.largeBytes();
        if (large > 0 && largeBytes.addAndGet(large) > MAX_LARGE_BYTES) {
            largeBytes.addAndGet(-large);
            return -1;
        }
        int places = takePlace();
        if (places <= 0) {
            largeBytes.addAndGet(-large);
            return -1;
        }
        slots.setRelease((int) tail.getAndIncrement() & MASK, record);
        return CAPACITY - places + 1;
    }

    /** Takes a free place. Returns how many places were free before; 0 or less if there was none to take. */
    private int takePlace() {
        if (free.get() <= 0) {
            return 0;
        }
        int before = free.getAndDecrement();
        if (before <= 0) {
            free.getAndIncrement();
        }
        return before;
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
            giveBack();
            return null;
        }
        slots.setRelease(slot, null);
        head = at + 1;
        int large = record.largeBytes();
        if (large > 0) {
            largeBytes.addAndGet(-large);
        }
        if (++emptied == BATCH) {
            giveBack();
        }
        return record;
    }

    private void giveBack() {
        if (emptied > 0) {
            free.getAndAdd(emptied);
            emptied = 0;
        }
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
