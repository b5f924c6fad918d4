package dev.ringer.internal.names;

import java.util.Arrays;

/**
 * Finds the position of a name in an array of names that its owner fills from the front. Null in the array is the hole
 * of a removed name.
 *
 * <p>Up to {@link #SCAN_LIMIT} names need no index at all, see {@link #scan}. Beyond, this is an open-addressing table
 * with linear probing, at most half full. It starts with {@link String#hashCode()}, which strings cache; as soon as a
 * name is more than {@link #MAX_PROBES} slots away from its place, which chance hardly brings about but names chosen to
 * collide do, it is rebuilt with {@link SeededHash}, whose collisions nobody can foretell. So no choice of names makes
 * the work quadratic.
 *
 * <p>Reading is safe for many threads while no one writes.
 */
public final class NameIndex {
    /** How many names are found fast enough without an index. */
    public static final int SCAN_LIMIT = 8;

    static final int MAX_PROBES = 16;

    private static final int GOLDEN_RATIO = 0x9E37_79B9;

    /** Position + 1 of the name in each slot; 0 is free. */
    private final int[] slots;

    private boolean seeded;

    /**
     * Makes the index of an array of names.
     *
     * @param names the names; its length, a power of two, is the number of names that the index has room for
     * @param end the number of positions in use
     */
    public NameIndex(String[] names, int end) {
        this.slots = new int[names.length << 1];
        for (int position = 0; position < end; position++) {
            if (names[position] != null) {
                add(position, names);
            }
        }
    }

    /**
     * Finds a name without an index.
     *
     * @param names the names
     * @param end the number of positions in use
     * @param name what to find
     * @return its position, or -1
     */
    public static int scan(String[] names, int end, String name) {
        for (int i = 0; i < end; i++) {
            if (names[i] == name) {
                return i;
            }
        }
        int hash = name.hashCode();
        for (int i = 0; i < end; i++) {
            String candidate = names[i];
            if (candidate != null && candidate.hashCode() == hash && candidate.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Finds a name.
     *
     * @param names the array that the index was made for
     * @param name what to find
     * @return its position, or -1
     */
    public int find(String[] names, String name) {
        int mask = slots.length - 1;
        for (int slot = firstSlot(name); ; slot = (slot + 1) & mask) {
            int position = slots[slot] - 1;
            if (position < 0 || name.equals(names[position])) {
                return position;
            }
        }
    }

    /**
     * Adds the name at a position, a name that the index does not contain yet.
     *
     * @param position where the name stands
     * @param names the array that the index was made for
     */
    public void add(int position, String[] names) {
        int mask = slots.length - 1;
        int slot = firstSlot(names[position]);
        for (int probes = 1; slots[slot] != 0; probes++) {
            if (probes == MAX_PROBES && !seeded) {
                reseed(position, names);
                return;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = position + 1;
    }

    private void reseed(int lastPosition, String[] names) {
        seeded = true;
        Arrays.fill(slots, 0);
        for (int position = 0; position <= lastPosition; position++) {
            if (names[position] != null) {
                add(position, names);
            }
        }
    }

    /** How many slots {@link #find} looks at; for tests. */
    int probes(String[] names, String name) {
        int mask = slots.length - 1;
        int probes = 1;
        for (int slot = firstSlot(name); ; slot = (slot + 1) & mask, probes++) {
            int position = slots[slot] - 1;
            if (position < 0 || name.equals(names[position])) {
                return probes;
            }
        }
    }

    private int firstSlot(String name) {
        int hash = seeded ? SeededHash.of(name) : name.hashCode();
        return hash * GOLDEN_RATIO >>> Integer.numberOfLeadingZeros(slots.length - 1);
    }
}
