package dev.ringer.headers;

import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.names.NameCache;

/**
 * The normal form of field names, by the rule of {@link com.sun.net.httpserver.Headers}: the first letter in upper
 * case, all others in lower case, ASCII letters only; CR and LF are refused, and nothing else is.
 *
 * <p>May be used by any thread.
 */
public final class HeaderNames {
    private static final int CACHED_NAMES = 512;
    private static final int MAX_CACHED_LENGTH = 64;

    private static final NameCache CACHE = new NameCache(CACHED_NAMES, MAX_CACHED_LENGTH);

    private HeaderNames() {}

    /**
     * Brings a name into normal form.
     *
     * <p>The result is the one constant for any spelling of a widely used name, the argument itself if it is in normal
     * form, and otherwise the string that an earlier call with the same argument returned, as far as a cache of fixed
     * size still has it. In these cases nothing is allocated.
     *
     * @param name the name in any spelling
     * @return the name in normal form
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if {@code name} contains CR or LF
     */
    public static String normalize(String name) {
        int known = KnownNames.indexOf(name);
        return known >= 0 ? KnownNames.name(known) : normalizeUnknown(name);
    }

    /** The normal form of a name that a field is to get; refuses what {@link FieldCheck} refuses in names. */
    static String checked(String name) {
        int known = KnownNames.indexOf(name);
        if (known >= 0) {
            return KnownNames.name(known);
        }
        FieldCheck.name(name);
        return normalizeUnknown(name);
    }

    private static String normalizeUnknown(String name) {
        boolean normal = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\r' || c == '\n') {
                throw new IllegalArgumentException("illegal character in key");
            }
            normal &= c == normalCase(c, i);
        }
        return normal ? name : normalizedBefore(name);
    }

    private static String normalizedBefore(String name) {
        String cached = CACHE.get(name);
        if (cached != null) {
            return cached;
        }
        char[] chars = name.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = normalCase(chars[i], i);
        }
        String normal = new String(chars);
        CACHE.put(name, normal);
        return normal;
    }

    private static char normalCase(char c, int position) {
        if (position == 0) {
            return c >= 'a' && c <= 'z' ? (char) (c - 0x20) : c;
        }
        return c >= 'A' && c <= 'Z' ? (char) (c + 0x20) : c;
    }
}
