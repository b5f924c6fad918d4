package dev.ringer.internal.names;

/**
 * Caches the normal forms of field names as applications spell them, in a fixed number of slots.
 *
 * <p>A spelling may be in the slot that its hash code selects, or in one of the next three slots. The memory is bounded
 * even if a client chooses the names, because a new spelling can only replace another one.
 *
 * <p>Thread-safe without locks, because entries are immutable. If two threads write at the same time, one of the writes
 * may be lost.
 */
final class NameCache {
    private static final int REACH = 4;
    private static final int GOLDEN_RATIO = 0x9E37_79B9;

    private final Entry[] entries;
    private final int shift;

    /**
     * The normal form and the index of one spelling.
     *
     * @param spelling the name as an application spells it
     * @param normal the normal form of the name; null for an unknown name that is in normal form already
     * @param known the index of the name in {@link KnownNames}, or {@link KnownNames#UNKNOWN}
     */
    record Entry(String spelling, String normal, int known) {}

    /** Makes an empty cache with room for about 2^{@code sizeBits} spellings. */
    NameCache(int sizeBits) {
        this.entries = new Entry[(1 << sizeBits) + REACH - 1];
        this.shift = Integer.SIZE - sizeBits;
    }

    /** Returns the entry of a spelling; null if the cache has none. */
    Entry get(String spelling) {
        int first = firstSlot(spelling);
        for (int slot = first; slot < first + REACH; slot++) {
            Entry entry = entries[slot];
            if (entry != null && entry.spelling.equals(spelling)) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Stores a spelling in a free slot. If no slot is free, replaces another spelling, but does nothing if
     * {@code mayReplace} is false.
     */
    void put(String spelling, String normal, int known, boolean mayReplace) {
        int first = firstSlot(spelling);
        int slot = freeSlot(first);
        if (slot < 0 && mayReplace) {
            slot = first + (spelling.length() & REACH - 1);
        }
        if (slot >= 0) {
            entries[slot] = new Entry(spelling, normal, known);
        }
    }

    private int freeSlot(int first) {
        for (int slot = first; slot < first + REACH; slot++) {
            if (entries[slot] == null) {
                return slot;
            }
        }
        return -1;
    }

    private int firstSlot(String spelling) {
        return spelling.hashCode() * GOLDEN_RATIO >>> shift;
    }
}
