package dev.ringer.internal.names;

/**
 * Remembers what spellings of names stand for, as many as fit into a fixed number of slots.
 *
 * <p>A spelling may stand in any of the few slots of its row. So the memory is bounded, whoever chooses the names, and
 * the worst that many different names do is to drive each other out.
 *
 * <p>May be used by any thread, without locks: an entry is immutable, and of two threads that write at the same time
 * one may lose.
 */
final class NameCache {
    private static final int ROW = 4;

    private final Entry[] entries;

    /**
     * What a spelling stands for.
     *
     * @param spelling the name as an application writes it
     * @param normal its normal form; null for an unknown name that is normal already
     * @param known its index, or {@link KnownNames#UNKNOWN}
     */
    record Entry(String spelling, String normal, int known) {}

    /** Makes an empty cache; {@code size} is a power of two, at least 4. */
    NameCache(int size) {
        this.entries = new Entry[size];
    }

    /** What was remembered, or null. */
    Entry get(String spelling) {
        int hash = spelling.hashCode();
        int row = row(hash);
        for (int slot = row; slot < row + ROW; slot++) {
            Entry entry = entries[slot];
            if (entry != null && entry.spelling.hashCode() == hash && entry.spelling.equals(spelling)) {
                return entry;
            }
        }
        return null;
    }

    /** Remembers a spelling if there is room for it; otherwise, if it may, instead of another. */
    void put(String spelling, String normal, int known, boolean mayReplace) {
        int row = row(spelling.hashCode());
        int slot = freeSlot(row);
        if (slot < 0 && mayReplace) {
            slot = row + (spelling.length() & ROW - 1);
        }
        if (slot >= 0) {
            entries[slot] = new Entry(spelling, normal, known);
        }
    }

    private int freeSlot(int row) {
        for (int slot = row; slot < row + ROW; slot++) {
            if (entries[slot] == null) {
                return slot;
            }
        }
        return -1;
    }

    private int row(int hash) {
        return (hash ^ hash >>> 16) & entries.length - 1 & -ROW;
    }
}
