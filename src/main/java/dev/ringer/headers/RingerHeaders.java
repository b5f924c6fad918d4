package dev.ringer.headers;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.headers.FixedHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@link Headers} that keep their fields in a map of your choice, the storage map. Callers may write a name in upper or
 * lower case. The storage map contains the names in normal form, see {@link HeaderNames}. A lookup allocates nothing
 * for the name.
 *
 * <p>On every JDK, this class behaves as the {@code Headers} of the newest JDK, and checks names and values by the same
 * rules. CR, LF and characters over 255 cause an {@link IllegalArgumentException}. CR LF is allowed in a value if a
 * space or tab follows. Null causes a {@link NullPointerException}. As in the JDK, {@code put} stores the given list,
 * not a copy. If you change that list later, or a view such as {@code entrySet()}, the headers change, and no rule is
 * checked.
 *
 * <p>Headers are as thread-safe as their storage map. With the map of {@link #RingerHeaders()}, several threads may
 * read while none of them writes.
 *
 * @since 0.1.0
 */
public final class RingerHeaders extends Headers {
    private final Map<String, List<String>> map;
    private final FieldStore store;

    /**
     * Makes empty headers that are stored in Ringer's own compact map, which keeps names in the order of their
     * insertion.
     */
    public RingerHeaders() {
        CompactHeaderMap compact = new CompactHeaderMap();
        this.map = compact;
        this.store = compact;
    }

    /**
     * Makes a copy of the given headers, with the built-in compact map. The lists of values are copied, too.
     *
     * @param headers names in any spelling, and their values; if names differ only in case, the values of the last name
     *     count
     * @throws NullPointerException if {@code headers}, a name, a list or a value is null
     * @throws IllegalArgumentException if a name or a value contains a forbidden character
     */
    public RingerHeaders(Map<String, List<String>> headers) {
        this();
        headers.forEach((name, values) -> put(name, new ArrayList<>(values)));
    }

    private RingerHeaders(Map<String, List<String>> map, FieldStore store) {
        this.map = map;
        this.store = store;
    }

    /**
     * Makes headers that store their fields in a given map. A change of the headers changes the map. Do not change the
     * map directly.
     *
     * @param storage a modifiable map; its entries are the first fields
     * @return headers that are stored in {@code storage}
     * @throws NullPointerException if {@code storage}, a name, a list or a value is null
     * @throws IllegalArgumentException if a name in {@code storage} is not in normal form, or a name or value contains
     *     a forbidden character
     */
    public static RingerHeaders over(Map<String, List<String>> storage) {
        if (!storage.isEmpty()) {
            storage.forEach(RingerHeaders::checkNormal);
        }
        FieldStore store = storage instanceof FieldStore own ? own : new ListFieldStore(storage);
        return new RingerHeaders(storage, store);
    }

    /**
     * Makes unmodifiable headers from alternating names and values.
     *
     * @param headers a name, its value, another name, its value, and so on; a name may be repeated
     * @return headers whose modifying methods throw {@link UnsupportedOperationException}
     * @throws NullPointerException if {@code headers} or one of its elements is null
     * @throws IllegalArgumentException if the number of {@code headers} is odd, or a name or value contains a forbidden
     *     character
     */
    public static Headers of(String... headers) {
        if ((headers.length & 1) != 0) {
            throw new IllegalArgumentException(
                    "wrong number, " + headers.length + ", of elements; expected alternating names and values");
        }
        RingerHeaders collected = new RingerHeaders();
        for (int i = 0; i < headers.length; i += 2) {
            collected.add(headers[i], headers[i + 1]);
        }
        return new FixedHeaders(collected.map);
    }

    /**
     * Makes an unmodifiable copy of the given headers.
     *
     * @param headers the headers to copy, with the same rules as for {@link #RingerHeaders(Map)}
     * @return headers whose modifying methods throw {@link UnsupportedOperationException}
     * @throws NullPointerException if {@code headers}, a name, a list or a value is null
     * @throws IllegalArgumentException if a name or a value contains a forbidden character
     */
    public static Headers of(Map<String, List<String>> headers) {
        return new FixedHeaders(new RingerHeaders(headers).map);
    }

    /**
     * Calls the visitor once for each value, in the order of the storage map and of each list. With the built-in
     * compact map, this method allocates nothing. If the application has changed a list of values directly, the visitor
     * may get an invalid value.
     *
     * @param visitor takes a name in normal form and a value; must not change the headers
     */
    public void forEachField(BiConsumer<String, String> visitor) {
        store.forEachField(visitor);
    }

    @Override
    public @Nullable String getFirst(String name) {
        return store.first(HeaderNames.normalize(name));
    }

    @Override
    public void add(String name, String value) {
        String normal = HeaderNames.checked(name);
        FieldCheck.value(value);
        store.add(normal, value);
    }

    @Override
    public void set(String name, String value) {
        String normal = HeaderNames.checked(name);
        FieldCheck.value(value);
        store.set(normal, value);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean containsKey(Object name) {
        Objects.requireNonNull(name);
        return name instanceof String string && map.containsKey(HeaderNames.normalize(string));
    }

    @Override
    public boolean containsValue(Object values) {
        return map.containsValue(Objects.requireNonNull(values));
    }

    @Override
    public @Nullable List<String> get(Object name) {
        return map.get(HeaderNames.normalize((String) name));
    }

    @Override
    public @Nullable List<String> put(String name, List<String> values) {
        String normal = HeaderNames.checked(name);
        return map.put(normal, FieldCheck.values(values));
    }

    @Override
    public void putAll(Map<? extends String, ? extends List<String>> headers) {
        headers.forEach(this::put);
    }

    @Override
    public @Nullable List<String> remove(Object name) {
        return map.remove(HeaderNames.normalize((String) name));
    }

    /** This call is atomic if the storage map is a {@link java.util.concurrent.ConcurrentMap}. */
    @Override
    public boolean remove(Object name, Object values) {
        return map.remove(HeaderNames.normalize((String) name), values);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public void replaceAll(BiFunction<? super String, ? super List<String>, ? extends List<String>> function) {
        Objects.requireNonNull(function);
        map.replaceAll((name, values) -> FieldCheck.values(function.apply(name, values)));
    }

    /**
     * Other threads may change the headers meanwhile, if the storage map is a
     * {@link java.util.concurrent.ConcurrentMap}.
     */
    @Override
    public void forEach(BiConsumer<? super String, ? super List<String>> action) {
        map.forEach(action);
    }

    @Override
    public Set<String> keySet() {
        return map.keySet();
    }

    @Override
    public Collection<List<String>> values() {
        return map.values();
    }

    @Override
    public Set<Map.Entry<String, List<String>>> entrySet() {
        return map.entrySet();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || map.equals(other);
    }

    @Override
    public int hashCode() {
        return map.hashCode();
    }

    @Override
    public String toString() {
        return "Headers { " + map + " }";
    }

    private static void checkNormal(String name, List<String> values) {
        if (!HeaderNames.checked(name).equals(name)) {
            throw new IllegalArgumentException(
                    "The storage map must contain only normalized header names, such as Content-type");
        }
        FieldCheck.values(values);
    }
}
