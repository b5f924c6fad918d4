package dev.ringer.internal.names;

/**
 * Remembers the normal form of names in other spellings, as many as fit into a fixed number of slots.
 *
 * <p>A name may stand in any of the few slots of its row; a new name takes a free one or the place of another name of
 * the row. Names over a certain length are not kept. So the memory is bounded, whoever chooses the names, and the worst
 * that many different names do is to drive each other out.
 *
 * <p>May be used by any thread, without locks: an entry is immutable, and of two threads that remember names at the
 * same time one may lose.
 */
public final class NameCache {
    private static final int ROW = 4;

    private final Entry[] entries;
    private final int maxLength;

    private record Entry(String spelling, String normal) {}

    /**
     * Makes an empty cache.
     *
     * @param size the number of slots, a power of two, at least 4
     * @param maxLength the length of the longest name that is kept, in characters
     */
    public NameCache(int size, int maxLength) {
        this.entries = new Entry[size];
        this.maxLength = maxLength;
    }

    /**
     * Looks for what was remembered.
     *
     * @param spelling a name
     * @return its normal form, or null if there is none in the cache
     */
    public String get(String spelling) {
        int row = row(spelling);
        for (int slot = row; slot < row + ROW; slot++) {
            Entry entry = entries[slot];
            if (entry != null && entry.spelling.equals(spelling)) {
                return entry.normal;
            }
        }
        return null;
    }

    /**
     * Remembers a name, if it is not too long.
     *
     * @param spelling the name
     * @param normal its normal form
     */
    public void put(String spelling, String normal) {
        if (spelling.length() <= maxLength) {
            entries[victim(row(spelling), normal.hashCode())] = new Entry(spelling, normal);
        }
    }

    private int victim(int row, int choice) {
        for (int slot = row; slot < row + ROW; slot++) {
            if (entries[slot] == null) {
                return slot;
            }
        }
        return row + (choice & ROW - 1);
    }

    private int row(String spelling) {
        int hash = spelling.hashCode();
        return (hash ^ hash >>> 16) & entries.length - 1 & -ROW;
    }
}
