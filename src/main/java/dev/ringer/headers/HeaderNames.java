package dev.ringer.headers;

import dev.ringer.internal.names.NormalNames;

/**
 * Brings field names into normal form, by the rule of {@link com.sun.net.httpserver.Headers}: the first letter in upper
 * case, all others in lower case. Only ASCII letters change. A name with CR or LF causes an exception. Thread-safe.
 *
 * @since 0.1.0
 */
public final class HeaderNames {
    private HeaderNames() {}

    /**
     * Brings a name into normal form.
     *
     * <p>For every spelling of a widely used name, the result is the same string. For any other name that is already in
     * normal form, the result is the argument itself. All other names come from a cache of fixed size. So the call
     * allocates memory only for a name that is not in the cache.
     *
     * @param name the name in any spelling
     * @return the name in normal form
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if {@code name} contains CR or LF
     */
    public static String normalize(String name) {
        return NormalNames.normalize(name);
    }

    /**
     * Returns the normal form of a name for a new field. Throws an exception if {@link FieldCheck} does not allow the
     * name.
     */
    static String checked(String name) {
        String recalled = NormalNames.recall(name);
        if (recalled != null) {
            return recalled;
        }
        FieldCheck.name(name);
        return NormalNames.normalize(name);
    }
}
