package dev.ringer.internal.names;

/**
 * A fixed set of common field names, each with an index from 0 to {@link #count()} - 1. The set finds the index of a
 * name in bytes or strings, in upper or lower case, without allocation.
 *
 * <p>The hash is perfect: each name has a slot of its own, so a search compares with one name at most. The hash is made
 * of the length of a name and of three of its bytes, with bit 0x20 set, which folds the case of letters. Other bytes may
 * become equal by this, too, but {@link KnownName} compares exactly. Benchmark: {@code KnownNamesBenchmark}.
 *
 * <p>The <em>normal form</em> of a name is the one that the JDK gives it: the first letter in upper case, all others in
 * lower case, as in {@code Content-length}.
 *
 * <p>The set never changes. Thread-safe.
 */
public final class KnownNames {
    /** Returned instead of an index if a name is not in the set. */
    public static final int UNKNOWN = -1;

    // the index of each of these names in the set
    public static final int HOST = 0;
    public static final int CONNECTION = 1;
    public static final int CONTENT_LENGTH = 2;
    public static final int TRANSFER_ENCODING = 3;
    public static final int EXPECT = 4;
    public static final int UPGRADE = 5;
    public static final int DATE = 6;
    public static final int KEEP_ALIVE = 7;
    public static final int TE = 8;

    private static final int SLOT_BITS = 10;
    private static final int SLOT_COUNT = 1 << SLOT_BITS;
    /**
     * An odd number with which all names of the list have different slots. A new name may need another one: about every
     * hundredth odd number will do.
     */
    private static final int MULTIPLIER = 0x04FD_FFE1;

    private static final KnownName[] NAMES = prepare(KnownNameList.names());
    private static final KnownName[] SLOTS = place(NAMES);

    private KnownNames() {}

    public static int count() {
        return NAMES.length;
    }

    /**
     * Looks up the name in the bytes from {@code from} (inclusive) to {@code to} (exclusive). Returns its index, or
     * {@link #UNKNOWN}. Ignores the case of ASCII letters and nothing else. So if the name is found, its bytes are a
     * valid token.
     */
    public static int indexOf(byte[] buffer, int from, int to) {
        int length = to - from;
        if (length <= 0) {
            return UNKNOWN;
        }
        int slot = slot(length, buffer[from], buffer[from + length / 2], buffer[from + length * 3 / 4]);
        KnownName candidate = SLOTS[slot];
        return candidate != null && candidate.matches(buffer, from, length) ? candidate.index : UNKNOWN;
    }

    /** Returns the index of a name, in upper or lower case; {@link #UNKNOWN} if the name is not in the set. */
    public static int indexOf(String name) {
        if (name.isEmpty()) {
            return UNKNOWN;
        }
        KnownName candidate = SLOTS[slot(name)];
        return candidate != null && candidate.matches(name) ? candidate.index : UNKNOWN;
    }

    /** Returns the normal form of the name with this index, always as the same string. */
    public static String name(int index) {
        return NAMES[index].name;
    }

    /**
     * Returns the bytes that stand in front of the value when the server sends the field, such as
     * {@code "Content-length: "}. All callers share the array and must not modify it.
     */
    public static byte[] prefix(int index) {
        return NAMES[index].prefix;
    }

    private static KnownName[] prepare(String[] names) {
        KnownName[] known = new KnownName[names.length];
        for (int i = 0; i < names.length; i++) {
            known[i] = new KnownName(i, names[i]);
        }
        return known;
    }

    private static KnownName[] place(KnownName[] names) {
        KnownName[] slots = new KnownName[SLOT_COUNT];
        for (KnownName each : names) {
            int slot = slot(each.name);
            if (slots[slot] != null) {
                throw new IllegalStateException(
                        each.name + " and " + slots[slot].name + " have the same slot: choose another multiplier");
            }
            slots[slot] = each;
        }
        return slots;
    }

    /** Returns the only slot in which a name may be. The name must not be empty. */
    private static int slot(String name) {
        int length = name.length();
        return slot(length, name.charAt(0), name.charAt(length / 2), name.charAt(length * 3 / 4));
    }

    private static int slot(int length, int first, int middle, int threeQuarters) {
        int key = length | (first | 0x20) << 8 | (middle | 0x20) << 16 | (threeQuarters | 0x20) << 24;
        return key * MULTIPLIER >>> (Integer.SIZE - SLOT_BITS);
    }
}
