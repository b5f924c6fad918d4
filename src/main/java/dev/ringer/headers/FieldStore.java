package dev.ringer.headers;

import java.util.function.BiConsumer;

/**
 * What {@link RingerHeaders} does with single values, beside the operations of the storage map. Names are in normal
 * form, names and values are checked.
 */
interface FieldStore {
    /** The first value of a name; null if there is none. */
    String first(String name);

    /** Makes a value the only one of a name; a list that was handed out before keeps the old values. */
    void set(String name, String value);

    /** Adds a value behind those that a name has. */
    void add(String name, String value);

    /** Calls the visitor for each value, those of one name together, in the order of the storage map. */
    void forEachField(BiConsumer<String, String> visitor);
}
