package dev.ringer.internal.protocol;

import java.util.function.BiConsumer;

/** The field lines of a response. */
@FunctionalInterface
public interface ResponseFields {
    /** Visits every line. The visitor gets its name, in normal form, and its value. */
    void forEach(BiConsumer<String, String> visitor);
}
