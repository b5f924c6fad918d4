package dev.ringer.internal.http2.hpack;

import java.util.Arrays;

/**
 * Holds the dynamic table of an encoder. A ring buffer has the entries in the order in which they were added. A hash
 * table finds entries by name. Each of its chains is a linked list of entries. The table takes no memory before the
 * first entry. Not thread-safe.
 *
 * <p>The table evicts its oldest entries first, and each chain begins with its newest entry. So if an entry of a chain
 * was evicted, all entries after it were evicted too, and the table cuts the chain there. The table also cuts a chain
 * after {@link #MAX_CHAIN} entries, so that no choice of names and values makes {@link #find} slow. If {@link #find}
 * does not find a line, the encoder sends the line in full.
 */
final class EncoderTable {
    static final int MAX_CHAIN = 16;

    private static final int CHAINS = 16;
    private static final int FIRST_LENGTH = 8;
    private static final Entry[] NONE = {};

    private Entry[] ring = NONE; // ring buffer of entries; its length is a power of two, or 0
    private Entry[] chains = NONE;
    private int newest;
    private int count;
    private long added;
    private int size;
    private int capacity;

    /** A line that the peer's decoder has in its table. */
    private static final class Entry {
        final String name;
        final String value;
        final int valueHash;
        final int size;
        final long number;
        Entry next;

        Entry(String name, String value, long number, Entry next) {
            this.name = name;
            this.value = value;
            this.valueHash = value.hashCode();
            this.size = sizeOf(name, value);
            this.number = number;
            this.next = next;
        }
    }

    EncoderTable(int capacity) {
        this.capacity = capacity;
    }

    static int sizeOf(String name, String value) {
        return FieldLine.OVERHEAD + name.length() + value.length();
    }

    /**
     * Finds a line, or another line with the same name.
     *
     * @return the index of the line in the dynamic table, from 1 on; if only lines with the same name were found, the
     *     negative index of the newest of them; 0 if nothing was found
     */
    int find(String name, String value) {
        if (count == 0) {
            return 0;
        }
        int valueHash = value.hashCode();
        int sameName = 0;
        Entry before = null;
        int looked = 0;
        for (Entry entry = chains[chain(name)]; entry != null; entry = entry.next) {
            if (entry.number <= added - count || ++looked > MAX_CHAIN) {
                cut(before, name);
                break;
            }
            if (entry.name.equals(name)) {
                int index = (int) (added - entry.number) + 1;
                if (entry.valueHash == valueHash && entry.value.equals(value)) {
                    return index;
                }
                sameName = sameName == 0 ? -index : sameName;
            }
            before = entry;
        }
        return sameName;
    }

    private void cut(Entry last, String name) {
        if (last == null) {
            chains[chain(name)] = null;
        } else {
            last.next = null;
        }
    }

    private static int chain(String name) {
        int hash = name.hashCode();
        return (hash ^ hash >>> 16 ^ hash >>> 8) & CHAINS - 1;
    }

    /**
     * Adds a line. Evicts the oldest entries until the line fits. An empty table must have enough room for the line.
     */
    void add(String name, String value) {
        if (chains.length == 0) {
            chains = new Entry[CHAINS];
        }
        evictDownTo(capacity - sizeOf(name, value));
        if (count == ring.length) {
            grow();
        }
        int chain = chain(name);
        Entry entry = new Entry(name, value, ++added, chains[chain]);
        chains[chain] = entry;
        newest = newest + 1 & ring.length - 1;
        ring[newest] = entry;
        count++;
        size += entry.size;
    }

    private void grow() {
        Entry[] larger = new Entry[Math.max(FIRST_LENGTH, 2 * count)];
        for (int i = 0; i < count; i++) {
            larger[i] = ring[newest - (count - 1 - i) & ring.length - 1];
        }
        ring = larger;
        newest = count - 1 & ring.length - 1;
    }

    int capacity() {
        return capacity;
    }

    int size() {
        return size;
    }

    void setCapacity(int capacity) {
        this.capacity = capacity;
        evictDownTo(capacity);
        if (count == 0) {
            Arrays.fill(chains, null);
        }
    }

    private void evictDownTo(int wanted) {
        while (size > wanted) {
            count--;
            int oldest = newest - count & ring.length - 1;
            size -= ring[oldest].size;
            ring[oldest] = null;
        }
    }
}
