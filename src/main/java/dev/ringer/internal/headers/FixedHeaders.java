package dev.ringer.internal.headers;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Unmodifiable headers. No other object can change the map that stores them. Immutable. */
public final class FixedHeaders extends UnmodifiableHeaders {
    private final Map<String, List<String>> fields;

    /** Makes headers from a map with names in normal form. The caller must not use the map any more. */
    public FixedHeaders(Map<String, List<String>> map) {
        map.replaceAll((name, values) -> Collections.unmodifiableList(values));
        this.fields = Collections.unmodifiableMap(map);
    }

    @Override
    protected Map<String, List<String>> fields() {
        return fields;
    }
}
