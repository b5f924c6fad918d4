package dev.ringer.internal.names;

/**
 * A fixed set of field names, each with an index from 0 to {@link #count()} - 1. It finds a name in bytes or strings of
 * any spelling, without allocation.
 *
 * <p>The <em>normal form</em> of a name is the one that the JDK gives it: the first letter in upper case, all others in
 * lower case, as in {@code Content-length}.
 *
 * <p>The set never changes. Thread-safe.
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

    /** Returns the number of known names. */
    public static int count() {
        return NAMES.length;
    }

    /**
     * Returns the index of the name in the bytes from {@code from} to before {@code to}, or {@link #UNKNOWN}. The match
     * is exact except for the case of ASCII letters, so bytes that match are a token.
     */
    public static int indexOf(byte[] buffer, int from, int to) {
        int length = to - from;
        if (length <= 0 || length > MAX_LENGTH) {
            return UNKNOWN;
        }
        KnownName candidate = HASH.candidate(buffer, from, length);
        return candidate != null && candidate.matches(buffer, from, length) ? candidate.index : UNKNOWN;
    }

    /** Returns the index of a name, or {@link #UNKNOWN}. The match is exact except for the case of ASCII letters. */
    public static int indexOf(String name) {
        int length = name.length();
        if (length == 0 || length > MAX_LENGTH) {
            return UNKNOWN;
        }
        KnownName candidate = HASH.candidate(name);
        return candidate != null && candidate.matches(name) ? candidate.index : UNKNOWN;
    }

    /** Returns the name at an index in normal form: the same string on each call. */
    public static String name(int index) {
        return NAMES[index].name;
    }

    /**
     * Returns the bytes that precede the value on the wire, such as {@code "Content-length: "}. All callers share the
     * array and must not modify it.
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
