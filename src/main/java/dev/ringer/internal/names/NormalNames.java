package dev.ringer.internal.names;

/**
 * Brings the field names that an application uses into normal form, in most cases without allocation.
 *
 * <p>Applications use few names again and again, as constants. So each lookup first asks a {@link NameCache}. The cache
 * is faster than computing the normal form ({@code NormalizeBenchmark}). A hit usually reads no letters: a string
 * stores its hash code, and a constant is always the same object. A spelling may replace another one in the cache only
 * if its normal form is a new string, because only then does the cache save an allocation.
 *
 * <p>Thread-safe.
 */
public final class NormalNames {
    private static final int CACHE_SIZE_BITS = 9;
    private static final int MAX_CACHED_LENGTH = 64;

    private static final NameCache CACHE = new NameCache(CACHE_SIZE_BITS);

    private NormalNames() {}

    /**
     * Returns the normal form of a name: the first letter in upper case, all others in lower case. Only ASCII letters
     * change. For a known name, the result is always the same string. For an unknown name that is already in normal
     * form, the result is {@code name}.
     *
     * @throws IllegalArgumentException if {@code name} contains CR or LF
     */
    public static String normalize(String name) {
        String recalled = recall(name);
        return recalled != null ? recalled : learn(name);
    }

    /**
     * Returns the normal form of a name from the cache; null if the cache does not have the name. The cache never
     * contains names with CR, LF or characters over 255.
     */
    public static String recall(String name) {
        NameCache.Entry entry = CACHE.get(name);
        if (entry == null) {
            return null;
        }
        return entry.normal() == null ? name : entry.normal();
    }

    /** Returns the same as {@link KnownNames#indexOf(String)}, but faster if the spelling is in the cache. */
    public static int indexOf(String name) {
        NameCache.Entry entry = CACHE.get(name);
        return entry == null ? learnIfKnown(name) : entry.known();
    }

    private static String learn(String name) {
        int known = learnIfKnown(name);
        return known == KnownNames.UNKNOWN ? learnUnknown(name) : KnownNames.name(known);
    }

    private static int learnIfKnown(String name) {
        int known = KnownNames.indexOf(name);
        if (known != KnownNames.UNKNOWN) {
            CACHE.put(name, KnownNames.name(known), known, false);
        }
        return known;
    }

    private static String learnUnknown(String name) {
        int allBits = 0;
        boolean isNormal = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\r' || c == '\n') {
                throw new IllegalArgumentException("illegal character in key");
            }
            isNormal &= c == normalCase(c, i);
            allBits |= c;
        }
        String normal = isNormal ? name : copyNormal(name);
        if (name.length() <= MAX_CACHED_LENGTH && allBits <= 255) {
            CACHE.put(name, isNormal ? null : normal, KnownNames.UNKNOWN, !isNormal);
        }
        return normal;
    }

    private static String copyNormal(String name) {
        char[] chars = name.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = normalCase(chars[i], i);
        }
        return new String(chars);
    }

    private static char normalCase(char c, int position) {
        if (position == 0) {
            return c >= 'a' && c <= 'z' ? (char) (c - 0x20) : c;
        }
        return c >= 'A' && c <= 'Z' ? (char) (c + 0x20) : c;
    }
}
