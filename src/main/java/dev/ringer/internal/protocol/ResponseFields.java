package dev.ringer.internal.protocol;

import java.util.function.BiConsumer;

/** The field lines of a response. */
@FunctionalInterface
public interface ResponseFields {
    /**
     * Visits every line.
     *
     * @param visitor is given name (in normal form) and value of each line
     */
    void forEach(BiConsumer<String, String> visitor);
}
