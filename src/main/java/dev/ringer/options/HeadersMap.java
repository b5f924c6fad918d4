package dev.ringer.options;

import dev.ringer.internal.headers.StorageMaps;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kind of map in which response headers are stored. Immutable.
 *
 * <pre>{@code
 * ServerOptions.builder().set(Settings.HEADERS_MAP, HeadersMap.of(TreeMap::new))
 * }</pre>
 *
 * @since 0.1.0
 */
public final class HeadersMap {
    /** Ringer's own map, which is small, keeps the order of insertion, and needs no list for a single value. */
    public static final HeadersMap COMPACT = new HeadersMap(StorageMaps.COMPACT, null);

    private final @Nullable String name; // null if only the maker is known
    private final @Nullable Supplier<Map<String, List<String>>> maker;

    private HeadersMap(@Nullable String name, @Nullable Supplier<Map<String, List<String>>> maker) {
        this.name = name;
        this.maker = maker;
    }

    /**
     * {@return maps that a function makes}
     *
     * @param maker makes a new, empty map for each response; any thread may call it
     */
    public static HeadersMap of(Supplier<Map<String, List<String>>> maker) {
        return new HeadersMap(null, Objects.requireNonNull(maker, "maker"));
    }

    /**
     * Reads the text of the property {@code ringer.headers.map}.
     *
     * @param text {@code compact}, {@code linked} for {@link java.util.LinkedHashMap}, or the name of a public class that
     *     implements {@link Map}, has a public constructor without parameters, and takes strings as keys and lists as
     *     values; the context class loader of the calling thread loads it
     * @return the kind of map
     * @throws IllegalArgumentException if the class does not exist or cannot be used; the message says why
     */
    public static HeadersMap parse(String text) {
        return text.equals(StorageMaps.COMPACT) ? COMPACT : new HeadersMap(text, StorageMaps.factory(text));
    }

    /** {@return the function that makes the maps; null for {@link #COMPACT}} */
    public @Nullable Supplier<Map<String, List<String>>> maker() {
        return maker;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HeadersMap that
                && Objects.equals(name, that.name)
                && (name != null || Objects.equals(maker, that.maker));
    }

    @Override
    public int hashCode() {
        return name == null ? Objects.hashCode(maker) : name.hashCode();
    }

    /** {@return the text that {@link #parse} has read, or a description of the function} */
    @Override
    public String toString() {
        return name == null ? String.valueOf(maker) : name;
    }
}
