package dev.ringer.internal.names;

import dev.ringer.internal.bytes.WordScan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A fixed set of common field names, each with an index from 0 to {@link #count()} - 1. The set finds the index of a
 * name in bytes or strings, in upper or lower case, without allocation.
 *
 * <p>The hash is perfect: each name has a slot of its own, so a search compares with one name at most. The hash is made
 * of the length of a name and of three of its bytes, with bit 0x20 set, which folds the case of letters. Other bytes may
 * become equal by this, too, but then the name is compared exactly. Benchmark: {@code KnownNamesBenchmark}.
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

    // for each index, the name in upper case, the mask that makes its letters upper case, the name in normal form, and
    // the beginning of a field line
    private static final byte[][] UPPER_CASE;
    private static final byte[][] MASKS;
    private static final String[] NAMES;
    private static final byte[][] PREFIXES;

    private static final int[] SLOTS = new int[SLOT_COUNT]; // the index of a name; UNKNOWN if the slot is empty

    static {
        String[] spellings = KnownNameList.names();
        UPPER_CASE = new byte[spellings.length][];
        MASKS = new byte[spellings.length][];
        NAMES = new String[spellings.length];
        PREFIXES = new byte[spellings.length][];
        Arrays.fill(SLOTS, UNKNOWN);
        for (int i = 0; i < spellings.length; i++) {
            add(i, spellings[i]);
        }
    }

    private KnownNames() {}

    private static void add(int index, String spelling) {
        UPPER_CASE[index] = spelling.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1);
        MASKS[index] = mask(UPPER_CASE[index]);
        // An equal literal in application code is the same object as this interned string. So equals() need not compare
        // the characters.
        NAMES[index] = (spelling.substring(0, 1).toUpperCase(Locale.ROOT)
                        + spelling.substring(1).toLowerCase(Locale.ROOT))
                .intern();
        PREFIXES[index] = (NAMES[index] + ": ").getBytes(StandardCharsets.ISO_8859_1);
        int slot = slot(spelling);
        if (SLOTS[slot] != UNKNOWN) {
            throw new IllegalStateException(
                    spelling + " and " + NAMES[SLOTS[slot]] + " have the same slot: choose another multiplier");
        }
        SLOTS[slot] = index;
    }

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
        int index = SLOTS[slot(length, buffer[from], buffer[from + length / 2], buffer[from + length * 3 / 4])];
        boolean found = index != UNKNOWN
                && UPPER_CASE[index].length == length
                && WordScan.equalMasked(buffer, from, MASKS[index], UPPER_CASE[index]);
        return found ? index : UNKNOWN;
    }

    /** Returns the index of a name, in upper or lower case; {@link #UNKNOWN} if the name is not in the set. */
    public static int indexOf(String name) {
        if (name.isEmpty()) {
            return UNKNOWN;
        }
        int index = SLOTS[slot(name)];
        return index != UNKNOWN && spells(name, NAMES[index]) ? index : UNKNOWN;
    }

    /** Returns the normal form of the name with this index, always as the same string. */
    public static String name(int index) {
        return NAMES[index];
    }

    /**
     * Returns the bytes that stand in front of the value when the server sends the field, such as
     * {@code "Content-length: "}. All callers share the array and must not modify it.
     */
    public static byte[] prefix(int index) {
        return PREFIXES[index];
    }

    /** Returns a mask that clears the bit 0x20 where a name has a letter, and only there: CR and '-' differ, too. */
    private static byte[] mask(byte[] upperCase) {
        byte[] mask = new byte[upperCase.length];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = (byte) (upperCase[i] >= 'A' && upperCase[i] <= 'Z' ? ~0x20 : ~0);
        }
        return mask;
    }

    private static boolean spells(String name, String known) {
        if (name.equals(known)) {
            return true;
        }
        if (name.length() != known.length()) {
            return false;
        }
        for (int i = 0; i < known.length(); i++) {
            if (lowerCase(name.charAt(i)) != lowerCase(known.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the lower case of an ASCII letter, and any other character unchanged. */
    private static int lowerCase(int character) {
        return character >= 'A' && character <= 'Z' ? character | 0x20 : character;
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
