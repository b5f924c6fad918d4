package dev.ringer.internal.headers;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.names.NormalNames;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Read-only {@link Headers} over a map that a subclass provides. As with the JDK's unmodifiable headers, modifying
 * methods throw {@link UnsupportedOperationException}. But a method that has nothing to change may return normally,
 * such as {@link #putIfAbsent} for a name that exists.
 */
public abstract class UnmodifiableHeaders extends Headers {
    /** Returns all fields, as an unmodifiable map from names in normal form to unmodifiable lists of values. */
    protected abstract Map<String, List<String>> fields();

    @Override
    public int size() {
        return fields().size();
    }

    @Override
    public boolean isEmpty() {
        return fields().isEmpty();
    }

    @Override
    public boolean containsKey(Object name) {
        Objects.requireNonNull(name);
        return name instanceof String string && fields().containsKey(NormalNames.normalize(string));
    }

    @Override
    public boolean containsValue(Object values) {
        return fields().containsValue(Objects.requireNonNull(values));
    }

    @Override
    public List<String> get(Object name) {
        return fields().get(NormalNames.normalize((String) name));
    }

    @Override
    public String getFirst(String name) {
        List<String> values = get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super List<String>> action) {
        fields().forEach(action);
    }

    @Override
    public Set<String> keySet() {
        return fields().keySet();
    }

    @Override
    public Collection<List<String>> values() {
        return fields().values();
    }

    @Override
    public Set<Map.Entry<String, List<String>>> entrySet() {
        return fields().entrySet();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || fields().equals(other);
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }

    @Override
    public String toString() {
        return "Headers { " + fields() + " }";
    }

    @Override
    public final void add(String name, String value) {
        throw unmodifiable();
    }

    @Override
    public final void set(String name, String value) {
        throw unmodifiable();
    }

    @Override
    public final List<String> put(String name, List<String> values) {
        throw unmodifiable();
    }

    @Override
    public final void putAll(Map<? extends String, ? extends List<String>> headers) {
        throw unmodifiable();
    }

    @Override
    public final List<String> remove(Object name) {
        throw unmodifiable();
    }

    @Override
    public final void clear() {
        throw unmodifiable();
    }

    @Override
    public final List<String> replace(String name, List<String> values) {
        throw unmodifiable();
    }

    @Override
    public final boolean replace(String name, List<String> oldValues, List<String> newValues) {
        throw unmodifiable();
    }

    @Override
    public final void replaceAll(BiFunction<? super String, ? super List<String>, ? extends List<String>> function) {
        throw unmodifiable();
    }

    @Override
    public final List<String> computeIfPresent(
            String name, BiFunction<? super String, ? super List<String>, ? extends List<String>> function) {
        Objects.requireNonNull(function);
        if (containsKey(name)) {
            throw unmodifiable();
        }
        return null;
    }

    @Override
    public final List<String> compute(
            String name, BiFunction<? super String, ? super List<String>, ? extends List<String>> function) {
        List<String> present = get(name);
        if (present != null || function.apply(name, null) != null) {
            throw unmodifiable();
        }
        return null;
    }

    @Override
    public final List<String> merge(
            String name,
            List<String> values,
            BiFunction<? super List<String>, ? super List<String>, ? extends List<String>> function) {
        throw unmodifiable();
    }

    private static UnsupportedOperationException unmodifiable() {
        return new UnsupportedOperationException("unsupported operation");
    }
}
