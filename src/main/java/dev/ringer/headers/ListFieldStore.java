package dev.ringer.headers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Implements {@link FieldStore} for any map from names to lists of values. */
final class ListFieldStore implements FieldStore {
    private final Map<String, List<String>> map;

    ListFieldStore(Map<String, List<String>> map) {
        this.map = map;
    }

    @Override
    public @Nullable String first(String name) {
        return firstOf(map.get(name));
    }

    @Override
    public void set(String name, String value) {
        map.put(name, listOf(value));
    }

    @Override
    public void add(String name, String value) {
        List<String> values = map.get(name);
        if (values == null) {
            set(name, value);
        } else {
            values.add(value);
        }
    }

    @Override
    public void forEachField(BiConsumer<String, String> visitor) {
        map.forEach((name, values) -> forEachValue(name, values, visitor));
    }

    static List<String> listOf(String value) {
        List<String> values = new ArrayList<>(2);
        values.add(value);
        return values;
    }

    static @Nullable String firstOf(@Nullable List<String> values) {
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    static void forEachValue(String name, @Nullable List<String> values, BiConsumer<String, String> visitor) {
        if (values == null) {
            return;
        }
        if (values instanceof RandomAccess) {
            for (int i = 0; i < values.size(); i++) {
                visitor.accept(name, values.get(i));
            }
        } else {
            for (String value : values) {
                visitor.accept(name, value);
            }
        }
    }
}
