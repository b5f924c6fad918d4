package dev.ringer.internal.accesslog;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A queue of fixed size from any number of threads to one. Adding neither waits nor allocates: where there is no room, or too much
 * is held by large records, it says so. Thread-safe, but for what is said.
 */
final class RecordQueue {
    /** How many records wait at the most; with {@link #MAX_LARGE_BYTES} the bound of what clients can make it keep. */
    static final int CAPACITY = 8192;

    /** How much may be held by records that are larger than {@link AccessRecord#SMALL_BYTES}. */
    static final long MAX_LARGE_BYTES = 8L << 20;

    private static final int MASK = CAPACITY - 1;

    private final AtomicReferenceArray<AccessRecord> slots = new AtomicReferenceArray<>(CAPACITY);
    private final AtomicLong tail = new AtomicLong(); // where the next record goes
    private final AtomicLong largeBytes = new AtomicLong();
    private volatile long head; // what is taken next; written by the taker alone

    /**
     * Adds a record.
     *
     * @return how many there are now, or −1 if there is no room
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

    /** Takes the oldest record; null if there is none, or if it is just being added. For one thread. */
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

    /** How many have been added so far, those that are just being added among them. */
    long added() {
        return tail.get();
    }

    /** How many have been taken so far. */
    long taken() {
        return head;
    }

    /** Whether nothing waits, and nothing is just being added. */
    boolean isEmpty() {
        return tail.get() == head;
    }
}
