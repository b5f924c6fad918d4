package dev.ringer.headers;

import java.util.function.BiConsumer;

/**
 * The operations of {@link RingerHeaders} on single values. A storage map has them in addition to the methods of {@code
 * Map}. Callers check names and values before, and bring names into normal form.
 */
interface FieldStore {
    /** Returns the first value of a name; null if the name has no values. */
    String first(String name);

    /** Replaces all values of a name by one value. A list that was returned before keeps the old values. */
    void set(String name, String value);

    /** Adds a value after the other values of a name. */
    void add(String name, String value);

    /** Calls the visitor for each value of each name, in the order of the names in the storage map. */
    void forEachField(BiConsumer<String, String> visitor);
}
