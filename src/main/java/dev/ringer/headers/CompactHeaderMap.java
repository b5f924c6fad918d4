package dev.ringer.headers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A map for headers that keeps the order of insertion. The map has an array of names and an array of values. A single
 * value is stored as a string until a caller asks for the list of values. An empty map has allocated no arrays.
 *
 * <p>If there are few names, a lookup scans all names. If there are more, a lookup uses a {@link HashMap}, which stays
 * fast even if an attacker chooses names with colliding hash codes. A removed name leaves a hole in the arrays. When
 * the arrays are full, the map closes the holes. A name cannot be null, but a value can.
 *
 * <p>As with {@link HashMap}, several threads may read while no thread writes. A read may replace a single value by its
 * list, with compare-and-set.
 */
final class CompactHeaderMap extends AbstractMap<String, List<String>> implements FieldStore {
    private static final VarHandle VALUES = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final int FIRST_CAPACITY = 8;

    /** A map with at most this many names has no index: a lookup scans the array of names. */
    private static final int SCAN_LIMIT = 8;

    private static final String[] NO_NAMES = {};
    private static final Object[] NO_VALUES = {};

    /** The names in the order of insertion; null where a name was removed. */
    private String[] names = NO_NAMES;

    /** The values of each name: a string, a list or null. */
    private Object[] values = NO_VALUES;

    /** The number of used positions in each array. A removed name still uses its position. */
    private int end;

    private int size;

    /** The position of each name; null while the arrays have at most {@link #SCAN_LIMIT} positions. */
    private @Nullable Map<String, Integer> index;

    private int modifications;

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    @Override
    public @Nullable List<String> get(Object key) {
        int position = find(key);
        return position < 0 ? null : list(position);
    }

    @Override
    public @Nullable List<String> put(String name, List<String> list) {
        int position = find(name);
        if (position < 0) {
            append(name, list);
            return null;
        }
        List<String> old = list(position);
        values[position] = list;
        return old;
    }

    @Override
    public @Nullable List<String> remove(Object key) {
        int position = find(key);
        if (position < 0) {
            return null;
        }
        List<String> old = list(position);
        removeAt(position);
        return old;
    }

    @Override
    public void clear() {
        names = NO_NAMES;
        values = NO_VALUES;
        index = null;
        end = 0;
        size = 0;
        modifications++;
    }

    /** Overridden, because the inherited method would convert single values to lists. */
    @Override
    public Set<String> keySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<String> iterator() {
                return new FieldIterator<>() {
                    @Override
                    String at(int position) {
                        return names[position];
                    }
                };
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean contains(Object name) {
                return find(name) >= 0;
            }

            @Override
            public boolean remove(Object name) {
                int position = find(name);
                if (position >= 0) {
                    removeAt(position);
                }
                return position >= 0;
            }
        };
    }

    @Override
    public Set<Entry<String, List<String>>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, List<String>>> iterator() {
                return new FieldIterator<>() {
                    @Override
                    Entry<String, List<String>> at(int position) {
                        return new Field(names[position], list(position));
                    }
                };
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    @Override
    public @Nullable String first(String name) {
        int position = find(name);
        if (position < 0) {
            return null;
        }
        return values[position] instanceof String single ? single : ListFieldStore.firstOf(list(position));
    }

    @Override
    public void set(String name, String value) {
        int position = find(name);
        if (position < 0) {
            append(name, value);
        } else {
            values[position] = value;
        }
    }

    @Override
    public void add(String name, String value) {
        int position = find(name);
        if (position < 0) {
            append(name, value);
        } else if (values[position] == null) {
            values[position] = value;
        } else {
            list(position).add(value);
        }
    }

    @Override
    public void forEachField(BiConsumer<String, String> visitor) {
        for (int position = 0; position < end; position++) {
            if (names[position] == null) {
                continue;
            }
            if (values[position] instanceof String single) {
                visitor.accept(names[position], single);
            } else {
                ListFieldStore.forEachValue(names[position], list(position), visitor);
            }
        }
    }

    private int find(Object key) {
        if (!(key instanceof String name)) {
            return -1;
        }
        return index == null ? scan(name) : index.getOrDefault(name, -1);
    }

    private int scan(String name) {
        // Most names are constants, so a comparison by identity usually finds them. Benchmark: HeadersBenchmark.
        for (int i = 0; i < end; i++) {
            if (names[i] == name) {
                return i;
            }
        }
        int hash = name.hashCode();
        for (int i = 0; i < end; i++) {
            String candidate = names[i];
            if (candidate != null && candidate.hashCode() == hash && candidate.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private List<String> list(int position) {
        Object value = VALUES.getAcquire(values, position);
        return value instanceof String single ? listOfSingle(position, single) : asList(value);
    }

    private List<String> listOfSingle(int position, String single) {
        List<String> list = ListFieldStore.listOf(single);
        Object witness = VALUES.compareAndExchange(values, position, single, list);
        return witness == single ? list : asList(witness);
    }

    // The cast is safe: a value that is not a string is a list or null.
    @SuppressWarnings("unchecked")
    private static List<String> asList(Object value) {
        return (List<String>) value;
    }

    private void append(String name, Object value) {
        Objects.requireNonNull(name);
        if (end == names.length) {
            makeRoom();
        }
        names[end] = name;
        values[end] = value;
        if (index != null) {
            index.put(name, end);
        }
        end++;
        size++;
        modifications++;
    }

    /**
     * Makes room for one more name. Closes the holes of removed names. If the holes are fewer than a quarter of the
     * positions, also doubles the arrays.
     */
    private void makeRoom() {
        int holes = end - size;
        boolean enoughHoles = holes > 0 && holes >= end >> 2;
        int capacity = enoughHoles ? names.length : Math.max(FIRST_CAPACITY, names.length << 1);
        String[] oldNames = names;
        Object[] oldValues = values;
        names = new String[capacity];
        values = new Object[capacity];
        int to = 0;
        for (int from = 0; from < end; from++) {
            if (oldNames[from] != null) {
                names[to] = oldNames[from];
                values[to++] = oldValues[from];
            }
        }
        end = to;
        index = capacity > SCAN_LIMIT ? indexed(capacity) : null;
    }

    private Map<String, Integer> indexed(int capacity) {
        Map<String, Integer> positions = new HashMap<>(2 * capacity);
        for (int position = 0; position < end; position++) {
            positions.put(names[position], position);
        }
        return positions;
    }

    private void removeAt(int position) {
        if (index != null) {
            index.remove(names[position]);
        }
        names[position] = null;
        values[position] = null;
        size--;
        modifications++;
    }

    /** An entry of the map. {@link #setValue} also changes the map, if the name is still in it. */
    private final class Field extends SimpleEntry<String, List<String>> {
        Field(String name, List<String> list) {
            super(name, list);
        }

        @Override
        public List<String> setValue(List<String> list) {
            int position = find(getKey());
            if (position >= 0) {
                values[position] = list;
            }
            return super.setValue(list);
        }
    }

    /** Iterates over the fields. Throws an exception if somebody else modifies the map during the iteration. */
    private abstract class FieldIterator<T> implements Iterator<T> {
        private int last = -1;
        private int next = occupied(0);
        private int expectedModifications = modifications;

        /** Returns the name, the value or the entry at a position of the arrays. */
        abstract T at(int position);

        @Override
        public boolean hasNext() {
            return next < end;
        }

        @Override
        public T next() {
            checkModifications();
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            last = next;
            next = occupied(next + 1);
            return at(last);
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            checkModifications();
            removeAt(last);
            last = -1;
            expectedModifications = modifications;
        }

        private int occupied(int from) {
            int position = from;
            while (position < end && names[position] == null) {
                position++;
            }
            return position;
        }

        private void checkModifications() {
            if (modifications != expectedModifications) {
                throw new ConcurrentModificationException();
            }
        }
    }
}
