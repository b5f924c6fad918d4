package dev.ringer.headers;

import dev.ringer.internal.names.NormalNames;

/**
 * Brings field names into normal form, by the rule of {@link com.sun.net.httpserver.Headers}: the first letter in upper
 * case, all others in lower case. Only ASCII letters change. Names with CR or LF are refused. Thread-safe.
 *
 * @since 0.1.0
 */
public final class HeaderNames {
    private HeaderNames() {}

    /**
     * Brings a name into normal form.
     *
     * <p>For every spelling of a widely used name, the result is the same string. For any other name in normal form,
     * the result is the argument itself. Otherwise the result comes from a cache of fixed size, if an earlier call has
     * stored it there. The call allocates memory only for a name that is not in the cache.
     *
     * @param name the name in any spelling
     * @return the name in normal form
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if {@code name} contains CR or LF
     */
    public static String normalize(String name) {
        return NormalNames.normalize(name);
    }

    /** Returns the normal form of the name for a new field. Refuses names that {@link FieldCheck} refuses. */
    static String checked(String name) {
        String recalled = NormalNames.recall(name);
        if (recalled != null) {
            return recalled;
        }
        FieldCheck.name(name);
        return NormalNames.normalize(name);
    }
}
