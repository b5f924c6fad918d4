package dev.ringer.internal.names;

/**
 * A perfect hash function for the known field names. It finds the only known name that may be equal to given bytes or
 * to a given string. Benchmark: {@code KnownNamesBenchmark}.
 *
 * <p>The key of a name consists of its length, its first byte, its middle byte and the byte at three quarters, with the
 * case folded. No two known names have the same key. A name's slot number is the highest bits of the product of its key
 * and a multiplier. The constructor tries a few hundred multipliers of a fixed sequence, until no two known names share
 * one of the 1,024 slots.
 *
 * <p>Folding the case sets bit 0x20 of every byte, even if the byte is not a letter. This is good enough, because
 * {@link KnownName} compares the name exactly afterwards. Immutable.
 */
final class PerfectHash {
    private static final int SLOT_BITS = 10;
    private static final int SHIFT = Integer.SIZE - SLOT_BITS;
    private static final int MAX_ATTEMPTS = 1 << 16;

    private final KnownName[] slots = new KnownName[1 << SLOT_BITS];
    private final int multiplier;

    /**
     * Finds a multiplier for the given names.
     *
     * @throws IllegalStateException if no multiplier was found, most likely because two names have the same key
     */
    PerfectHash(KnownName[] names) {
        int[] keys = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            keys[i] = key(names[i].name);
        }
        this.multiplier = searchMultiplier(keys);
        for (int i = 0; i < names.length; i++) {
            slots[slot(keys[i], multiplier)] = names[i];
        }
    }

    /**
     * Returns the only known name that may be equal to the bytes; null if there is none. The caller must still compare.
     * The length must be at least 1.
     */
    KnownName candidate(byte[] buffer, int from, int length) {
        int key = key(length, buffer[from], buffer[from + middle(length)], buffer[from + threeQuarters(length)]);
        return slots[slot(key, multiplier)];
    }

    /**
     * Returns the only known name that may be equal to {@code name}; null if there is none. The caller must still
     * compare. {@code name} must not be empty.
     */
    KnownName candidate(String name) {
        return slots[slot(key(name), multiplier)];
    }

    private static int searchMultiplier(int[] keys) {
        int state = 1;
        int[] attemptOfSlot = new int[1 << SLOT_BITS];
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            state = state * 1_664_525 + 1_013_904_223;
            if (separates(state | 1, keys, attemptOfSlot, attempt)) {
                return state | 1;
            }
        }
        throw new IllegalStateException(
                "no perfect hash separates the known names, probably because two of them have the same key");
    }

    private static boolean separates(int multiplier, int[] keys, int[] attemptOfSlot, int attempt) {
        for (int key : keys) {
            int slot = slot(key, multiplier);
            if (attemptOfSlot[slot] == attempt) {
                return false;
            }
            attemptOfSlot[slot] = attempt;
        }
        return true;
    }

    private static int slot(int key, int multiplier) {
        return key * multiplier >>> SHIFT;
    }

    private static int key(String name) {
        int length = name.length();
        return key(length, name.charAt(0), name.charAt(middle(length)), name.charAt(threeQuarters(length)));
    }

    private static int key(int length, int first, int middle, int threeQuarters) {
        return length | (first | 0x20) << 8 | (middle | 0x20) << 16 | (threeQuarters | 0x20) << 24;
    }

    private static int middle(int length) {
        return length >> 1;
    }

    private static int threeQuarters(int length) {
        return (length * 3) >> 2;
    }
}
