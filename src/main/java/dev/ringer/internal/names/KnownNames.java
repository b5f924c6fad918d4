package dev.ringer.internal.names;

/**
 * A fixed set of field names, each with an index from 0 to {@link #count()} - 1. Finds a name in bytes or strings of
 * any spelling without allocation.
 *
 * <p>The <em>normal form</em> of a name is the one that the JDK gives it: the first letter in upper case, all others in
 * lower case, as in {@code Content-length}.
 *
 * <p>Nothing that a client sends changes the set. May be used by any thread.
 */
public final class KnownNames {
    /** The index of a name that is not known. */
    public static final int UNKNOWN = -1;

    /** {@code Host}. */
    public static final int HOST = 0;

    /** {@code Connection}. */
    public static final int CONNECTION = 1;

    /** {@code Content-length}. */
    public static final int CONTENT_LENGTH = 2;

    /** {@code Transfer-encoding}. */
    public static final int TRANSFER_ENCODING = 3;

    /** {@code Expect}. */
    public static final int EXPECT = 4;

    /** {@code Upgrade}. */
    public static final int UPGRADE = 5;

    /** {@code Date}. */
    public static final int DATE = 6;

    /** {@code Keep-alive}. */
    public static final int KEEP_ALIVE = 7;

    /** {@code Te}. */
    public static final int TE = 8;

    private static final KnownName[] NAMES = prepare(KnownNameList.names());
    private static final PerfectHash HASH = new PerfectHash(NAMES);
    private static final int MAX_LENGTH = maxLength();

    private KnownNames() {}

    /**
     * Returns the number of known names.
     *
     * @return the number of names
     */
    public static int count() {
        return NAMES.length;
    }

    /**
     * Finds a known name in bytes. The match is exact except for the case of ASCII letters, so bytes that match are a
     * token.
     *
     * @param buffer the bytes; nothing outside of {@code from} to {@code to} is read
     * @param from the index of the first byte
     * @param to the index behind the last byte
     * @return the index of the name, or {@link #UNKNOWN}
     */
    public static int indexOf(byte[] buffer, int from, int to) {
        int length = to - from;
        if (length <= 0 || length > MAX_LENGTH) {
            return UNKNOWN;
        }
        KnownName candidate = HASH.candidate(buffer, from, length);
        return candidate != null && candidate.matches(buffer, from, length) ? candidate.index : UNKNOWN;
    }

    /**
     * Finds a known name in a string. The match is exact except for the case of ASCII letters.
     *
     * @param name the name in any spelling
     * @return the index of the name, or {@link #UNKNOWN}
     */
    public static int indexOf(String name) {
        int length = name.length();
        if (length == 0 || length > MAX_LENGTH) {
            return UNKNOWN;
        }
        KnownName candidate = HASH.candidate(name);
        return candidate != null && candidate.matches(name) ? candidate.index : UNKNOWN;
    }

    /**
     * Returns the one constant for a name.
     *
     * @param index the index of the name
     * @return the name in normal form
     */
    public static String name(int index) {
        return NAMES[index].name;
    }

    /**
     * Returns the bytes that precede the value on the wire, such as {@code "Content-length: "}.
     *
     * @param index the index of the name
     * @return the name in normal form, a colon and a space in ISO-8859-1; shared by all callers, never to be modified
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

    private static int maxLength() {
        int max = 0;
        for (KnownName known : NAMES) {
            max = Math.max(max, known.name.length());
        }
        return max;
    }
}
