package dev.ringer.headers;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The operations on single values that {@link RingerHeaders} needs and {@code Map} does not have.
 * {@link CompactHeaderMap} has these operations itself; {@link ListFieldStore} adds them to any other map. Names must
 * be in normal form. The caller has checked all names and values of new fields.
 */
interface FieldStore {
    /** Returns the first value of a name; null if the name has no values. */
    @Nullable
    String first(String name);

    /** Replaces all values of a name by one value. A list that the map has returned before keeps the old values. */
    void set(String name, String value);

    /** Adds a value after the other values of a name. */
    void add(String name, String value);

    /** Calls the visitor for each value of each name, in the order of the names in the storage map. */
    void forEachField(BiConsumer<String, String> visitor);
}
