package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks which calls on unmodifiable headers must fail, and which must not although their names suggest a change. */
public final class UnmodifiableAssertions {
    private UnmodifiableAssertions() {}

    /** Checks headers that have a field with this value only, and no field {@code Absent}. */
    public static void assertUnmodifiable(Headers headers, String name, String value) {
        Map<String, List<String>> before = new HashMap<>(headers);
        assertMutatorsThrow(headers, name, value);
        assertViewsThrow(headers);
        assertHarmlessCallsDoNotThrow(headers, name, value);
        assertThat(headers).isEqualTo(before);
    }

    private static void assertMutatorsThrow(Headers headers, String name, String value) {
        List<String> values = List.of(value);
        assertThrows(() -> headers.add(name, value));
        assertThrows(() -> headers.add(null, null));
        assertThrows(() -> headers.set(name, value));
        assertThrows(() -> headers.put(name, values));
        assertThrows(() -> headers.putAll(Map.of()));
        assertThrows(() -> headers.putIfAbsent("Absent", values));
        assertThrows(() -> headers.remove(name));
        assertThrows(() -> headers.remove("Absent"));
        assertThrows(() -> headers.remove(name, values));
        assertThrows(headers::clear);
        assertThrows(() -> headers.replace(name, values));
        assertThrows(() -> headers.replace(name, values, values));
        assertThrows(() -> headers.replaceAll((key, old) -> old));
        assertThrows(() -> headers.compute(name, (key, old) -> old));
        assertThrows(() -> headers.computeIfAbsent("Absent", key -> values));
        assertThrows(() -> headers.computeIfPresent(name, (key, old) -> old));
        assertThrows(() -> headers.merge(name, values, (old, added) -> old));
    }

    private static void assertViewsThrow(Headers headers) {
        for (Iterator<?> iterator : List.of(
                headers.keySet().iterator(),
                headers.values().iterator(),
                headers.entrySet().iterator())) {
            iterator.next();
            assertThrows(iterator::remove);
        }
        assertThrows(() -> headers.keySet().clear());
        assertThrows(() -> headers.keySet().remove("Absent"));
        assertThrows(() -> headers.keySet().removeIf(key -> false));
        assertThrows(() -> headers.values().clear());
        assertThrows(() -> headers.entrySet().clear());
        assertThrows(() -> headers.entrySet().iterator().next().setValue(List.of()));
        assertThrows(() -> headers.values().iterator().next().clear());
        headers.forEach((name, values) -> assertThrows(() -> values.add("x")));
        headers.keySet().forEach(name -> assertThrows(() -> headers.get(name).add("x")));
        headers.keySet().forEach(name -> assertThrows(() -> headers.get(name).set(0, "x")));
    }

    private static void assertHarmlessCallsDoNotThrow(Headers headers, String name, String value) {
        List<String> values = List.of(value);
        assertThat(headers.putIfAbsent(name, List.of())).isEqualTo(values);
        assertThat(headers.computeIfAbsent(name, key -> List.of())).isEqualTo(values);
        assertThat(headers.computeIfAbsent("Absent", key -> null)).isNull();
        assertThat(headers.computeIfPresent("Absent", (key, old) -> old)).isNull();
        assertThat(headers.compute("Absent", (key, old) -> old)).isNull();
        assertThat(headers.remove("Absent", values)).isFalse();
        assertThat(headers.remove(name, List.of())).isFalse();
        assertThat(headers.getOrDefault(name, List.of())).isEqualTo(values);
        assertThat(headers.getOrDefault("Absent", values)).isEqualTo(values);
    }

    private static void assertThrows(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(UnsupportedOperationException.class);
    }
}
