package dev.ringer.internal.protocol;

import java.util.function.BiConsumer;

/** The field lines of a response. */
@FunctionalInterface
public interface ResponseFields {
    /**
     * Visits every line.
     *
     * @param visitor gets the name (in normal form) and the value of each line
     */
    void forEach(BiConsumer<String, String> visitor);
}
