package dev.ringer.headers;

import java.util.function.BiConsumer;

/**
 * The operations of {@link RingerHeaders} on single values, in addition to those of the storage map. Callers pass names
 * in normal form, and have checked names and values.
 */
interface FieldStore {
    /** Returns the first value of a name; null if there is none. */
    String first(String name);

    /** Sets the only value of a name. A list that was returned before keeps the old values. */
    void set(String name, String value);

    /** Adds a value behind the other values of a name. */
    void add(String name, String value);

    /**
     * Calls the visitor for each value, in the order of the storage map. The values of one name come one after the
     * other.
     */
    void forEachField(BiConsumer<String, String> visitor);
}
