package dev.ringer.internal.http2.hpack;

import java.util.Arrays;

/**
 * Holds the dynamic table of a decoder (RFC 7541, 2.3.2) in a ring buffer, which grows with the number of entries. Each
 * entry counts as at least 32 octets, so the capacity of the table limits the number of entries. The table takes no
 * memory before the first entry. Not thread-safe.
 */
final class DynamicTable {
    private static final FieldLine[] NONE = {};
    private static final int FIRST_LENGTH = 16;

    private FieldLine[] ring = NONE; // ring buffer of entries; its length is a power of two, or 0
    private int newest;
    private int count;
    private int size;
    private int capacity;

    DynamicTable(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Returns an entry by its age: 0 for the newest entry, 1 for the entry before it, and so on. Returns null if there
     * is no such entry.
     */
    FieldLine get(int age) {
        return age < count ? ring[newest - age & ring.length - 1] : null;
    }

    /** Adds an entry, which must fit into an empty table. Evicts the oldest entries until the new entry fits. */
    void add(FieldLine entry) {
        evictDownTo(capacity - entry.size());
        if (count == ring.length) {
            grow();
        }
        newest = newest + 1 & ring.length - 1;
        ring[newest] = entry;
        count++;
        size += entry.size();
    }

    private void grow() {
        FieldLine[] larger = new FieldLine[Math.max(FIRST_LENGTH, 2 * count)];
        for (int i = 0; i < count; i++) {
            larger[i] = get(count - 1 - i);
        }
        ring = larger;
        newest = count - 1 & ring.length - 1;
    }

    void setCapacity(int capacity) {
        this.capacity = capacity;
        evictDownTo(capacity);
    }

    int capacity() {
        return capacity;
    }

    /** Returns the sum of the sizes of all entries, in octets. */
    int size() {
        return size;
    }

    void clear() {
        Arrays.fill(ring, null);
        count = 0;
        size = 0;
    }

    private void evictDownTo(int wanted) {
        while (size > wanted) {
            count--;
            int oldest = newest - count & ring.length - 1;
            size -= ring[oldest].size();
            ring[oldest] = null;
        }
    }
}
