package dev.ringer.internal.protocol;

import java.util.function.BiConsumer;

/** The field lines of a response. */
@FunctionalInterface
public interface ResponseFields {
    /** Visits every field line. The visitor gets the name of the line, in normal form, and its value. */
    void forEach(BiConsumer<String, String> visitor);
}
