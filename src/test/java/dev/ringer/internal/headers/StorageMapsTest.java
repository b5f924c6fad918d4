package dev.ringer.internal.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class StorageMapsTest {
    /** Cannot be used: a new map is never empty. */
    public static final class Prefilled extends HashMap<String, List<String>> {
        public Prefilled() {
            put("Server", new ArrayList<>());
        }
    }

    /** Cannot be used: the constructor fails. */
    public static final class Failing extends HashMap<String, List<String>> {
        public Failing() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void knowsTheBuiltInMaps() {
        assertThat(StorageMaps.factory("compact")).isNull(); // headers have it built in
        assertThat(StorageMaps.factory("linked").get()).isExactlyInstanceOf(LinkedHashMap.class);
    }

    @Test
    void makesMapsOfANamedClass() {
        Supplier<Map<String, List<String>>> factory = StorageMaps.factory("java.util.TreeMap");

        assertThat(factory.get()).isExactlyInstanceOf(TreeMap.class).isEmpty();
        assertThat(factory.get()).isNotSameAs(factory.get());
    }

    @Test
    void saysWhyAClassCannotBeUsed() {
        assertRefused("no.such.Map", "neither compact, linked nor a class");
        assertRefused("java.lang.String", "does not implement java.util.Map");
        assertRefused("java.util.AbstractMap", "no public no-argument constructor");
        assertRefused("java.util.EnumMap", "no public no-argument constructor");
        assertRefused(Prefilled.class.getName(), "not empty");
        assertRefused(Failing.class.getName(), "constructor failed");
    }

    private static void assertRefused(String name, String reason) {
        assertThatThrownBy(() -> StorageMaps.factory(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(reason);
    }
}
