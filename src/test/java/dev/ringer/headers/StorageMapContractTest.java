package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Ring;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the map contract, on each storage map alone and on headers over it. */
class StorageMapContractTest {
    private static final int OPERATIONS = Ring.choose(4_000, 20_000);

    record Subject(String name, Supplier<Map<String, List<String>>> maker) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Subject> subjects() {
        return List.of(
                new Subject("compact", CompactHeaderMap::new),
                new Subject("headers over compact", RingerHeaders::new),
                new Subject("headers over linked", () -> RingerHeaders.over(new LinkedHashMap<>())),
                new Subject("headers over hash", () -> RingerHeaders.over(new HashMap<>())),
                new Subject("headers over tree", () -> RingerHeaders.over(new TreeMap<>())),
                new Subject("headers over concurrent", () -> RingerHeaders.over(new ConcurrentHashMap<>())));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void equalsAReferenceAfterEachOfManyRandomOperations(Subject subject) {
        for (int names : new int[] {3, 12, 60}) {
            Random random = new Random(names);
            Map<String, List<String>> reference = new HashMap<>();
            Map<String, List<String>> map = subject.maker.get();
            for (int i = 0; i < OPERATIONS; i++) {
                Step step = new Step(random, names);
                assertThat(step.apply(map)).as("%s", step).isEqualTo(step.apply(reference));
                if (i % 16 == 0) {
                    assertSame(map, reference);
                }
            }
        }
    }

    /** One operation with its arguments, to be applied to two maps. */
    private static final class Step {
        private final int operation;
        private final String name;
        private final List<String> values;
        private final List<String> otherValues;

        Step(Random random, int names) {
            this.operation = random.nextInt(20);
            this.name = "X-" + random.nextInt(names);
            this.values = randomValues(random);
            this.otherValues = randomValues(random);
        }

        private static List<String> randomValues(Random random) {
            List<String> values = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                values.add("v" + random.nextInt(2));
            }
            return values;
        }

        Object apply(Map<String, List<String>> map) {
            return switch (operation) {
                case 0, 1, 2, 3 -> map.put(name, new ArrayList<>(values));
                case 4 -> map.remove(name);
                case 5 -> map.get(name);
                case 6 -> map.containsKey(name);
                case 7 -> map.containsValue(values);
                case 8 -> map.putIfAbsent(name, new ArrayList<>(values));
                case 9 -> map.remove(name, values);
                case 10 -> map.replace(name, new ArrayList<>(values));
                case 11 -> map.replace(name, values, new ArrayList<>(otherValues));
                case 12 -> map.computeIfAbsent(name, key -> new ArrayList<>(values));
                case 13 -> map.computeIfPresent(name, (key, old) -> old.size() > 1 ? null : new ArrayList<>(values));
                case 14 -> map.compute(name, (key, old) -> old != null && old.size() > 1 ? null : otherValues);
                case 15 -> map.merge(name, values, (old, added) -> added.size() > 1 ? null : otherValues);
                case 16 -> map.getOrDefault(name, values);
                case 17 -> applyToView(map);
                case 18 -> {
                    map.replaceAll((key, old) -> old.size() > 2 ? new ArrayList<>(values) : old);
                    yield map.size();
                }
                default -> {
                    if (values.equals(otherValues) && name.endsWith("1")) {
                        map.clear();
                    }
                    map.putAll(Map.of(name, new ArrayList<>(values)));
                    yield map.isEmpty();
                }
            };
        }

        private Object applyToView(Map<String, List<String>> map) {
            return switch (otherValues.size()) {
                case 0 -> map.keySet().remove(name);
                case 1 -> map.entrySet().removeIf(entry -> entry.getKey().equals(name));
                case 2 -> map.keySet().removeAll(List.of(name, "X-0"));
                default -> map.entrySet().remove(Map.entry(name, values));
            };
        }

        @Override
        public String toString() {
            return operation + " " + name + " " + values + " " + otherValues;
        }
    }

    private static void assertSame(Map<String, List<String>> map, Map<String, List<String>> reference) {
        assertThat(map.size()).isEqualTo(reference.size());
        assertThat(map.isEmpty()).isEqualTo(reference.isEmpty());
        assertThat(map.equals(reference)).isTrue();
        assertThat(reference.equals(map)).isTrue();
        assertThat(map.hashCode()).isEqualTo(reference.hashCode());
        assertThat(map.keySet()).isEqualTo(reference.keySet());
        assertThat(map.entrySet()).isEqualTo(reference.entrySet());
        assertThat(map.values()).containsExactlyInAnyOrderElementsOf(reference.values());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void hasLiveViews(Subject subject) {
        Map<String, List<String>> map = subject.maker.get();
        var names = map.keySet();
        var lists = map.values();
        var fields = map.entrySet();

        map.put("A", List.of("1"));
        map.put("B", List.of("2"));
        map.put("C", List.of("3"));
        assertThat(names).containsExactlyInAnyOrder("A", "B", "C");
        names.remove("A");
        lists.remove(List.of("2"));
        fields.iterator().next().setValue(List.of("4"));

        assertThat(map).isEqualTo(Map.of("C", List.of("4")));
        fields.clear();
        assertThat(map).isEmpty();
        assertThat(names).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void iteratorRemovesWhatItReturnedLast(Subject subject) {
        Map<String, List<String>> map = subject.maker.get();
        for (int i = 0; i < 50; i++) {
            map.put("X-" + i, List.of("v"));
        }

        Iterator<String> names = map.keySet().iterator();
        while (names.hasNext()) {
            if (names.next().endsWith("7")) {
                names.remove();
            }
        }

        assertThat(map).hasSize(45).doesNotContainKeys("X-7", "X-47").containsKeys("X-8", "X-49");
        assertThatThrownBy(names::next).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> map.keySet().iterator().remove()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void compactKeepsTheOrderOfInsertion() {
        CompactHeaderMap map = new CompactHeaderMap();
        LinkedHashMap<String, List<String>> linked = new LinkedHashMap<>();
        Random random = new Random(3);

        for (int i = 0; i < 2_000; i++) {
            String name = "X-" + random.nextInt(30);
            if (random.nextInt(3) == 0) {
                map.remove(name);
                linked.remove(name);
            } else {
                map.put(name, List.of(name));
                linked.put(name, List.of(name));
            }
            assertThat(map.toString()).isEqualTo(linked.toString());
        }
    }

    @Test
    void compactIteratorFailsFast() {
        CompactHeaderMap map = new CompactHeaderMap();
        map.set("A", "1");
        Iterator<String> names = map.keySet().iterator();

        map.set("A", "2");
        assertThat(names.next()).isEqualTo("A");
        map.set("B", "1");

        assertThatThrownBy(names::next).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(names::remove).isInstanceOf(ConcurrentModificationException.class);
    }

    @Test
    void compactTakesNullForAValueButNotForAName() {
        CompactHeaderMap map = new CompactHeaderMap();

        map.put("A", null);

        assertThat(map).containsEntry("A", null).hasSize(1);
        assertThat(map.first("A")).isNull();
        assertThat(map.containsKey(null)).isFalse();
        assertThat(map.get(1)).isNull();
        assertThatThrownBy(() -> map.put(null, List.of())).isInstanceOf(NullPointerException.class);
        map.add("A", "1");
        assertThat(map.get("A")).containsExactly("1");
    }
}
