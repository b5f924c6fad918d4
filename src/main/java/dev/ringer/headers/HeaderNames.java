package dev.ringer.headers;

import dev.ringer.internal.names.NormalNames;

/**
 * Brings field names into normal form, by the rule of {@link com.sun.net.httpserver.Headers}: the first letter in upper
 * case, all others in lower case. Only ASCII letters change. CR and LF are refused, and nothing else is.
 *
 * <p>May be used by any thread.
 *
 * @since 0.1.0
 */
public final class HeaderNames {
    private HeaderNames() {}

    /**
     * Brings a name into normal form.
     *
     * <p>For any spelling of a widely used name, the result is the one constant of that name. For an argument in normal
     * form, it is the argument itself. Otherwise it is the string that an earlier call with the same argument returned,
     * if a cache of fixed size still has it. In these cases nothing is allocated, except if a name is new to that
     * cache.
     *
     * @param name the name in any spelling
     * @return the name in normal form
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if {@code name} contains CR or LF
     */
    public static String normalize(String name) {
        return NormalNames.normalize(name);
    }

    /** Returns the normal form of the name for a new field. Refuses what {@link FieldCheck} refuses in names. */
    static String checked(String name) {
        String recalled = NormalNames.recall(name);
        if (recalled != null) {
            return recalled;
        }
        FieldCheck.name(name);
        return NormalNames.normalize(name);
    }
}
