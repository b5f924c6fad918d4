package dev.ringer.internal.protocol;

import java.util.function.BiConsumer;

/** The field lines of a response. */
@FunctionalInterface
public interface ResponseFields {
    /** Visits every field line. The visitor gets the name of the field, in normal form, and the value. */
    void forEach(BiConsumer<String, String> visitor);
}
