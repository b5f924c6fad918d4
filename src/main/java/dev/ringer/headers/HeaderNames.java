package dev.ringer.headers;

import dev.ringer.internal.names.NormalNames;

/**
 * The normal form of field names, by the rule of {@link com.sun.net.httpserver.Headers}: the first letter in upper
 * case, all others in lower case, ASCII letters only; CR and LF are refused, and nothing else is.
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
     * <p>The result is the one constant for any spelling of a widely used name, the argument itself if it is in normal
     * form, and otherwise the string that an earlier call with the same argument returned, as far as a cache of fixed
     * size still has it. In these cases nothing is allocated, except where a name is new to that cache.
     *
     * @param name the name in any spelling
     * @return the name in normal form
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if {@code name} contains CR or LF
     */
    public static String normalize(String name) {
        return NormalNames.normalize(name);
    }

    /** The normal form of a name that a field is to get; refuses what {@link FieldCheck} refuses in names. */
    static String checked(String name) {
        String recalled = NormalNames.recall(name);
        if (recalled != null) {
            return recalled;
        }
        FieldCheck.name(name);
        return NormalNames.normalize(name);
    }
}
