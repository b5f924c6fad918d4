package dev.ringer.internal.headers;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Unmodifiable headers that own their map. Immutable. */
public final class FixedHeaders extends UnmodifiableHeaders {
    private final Map<String, List<String>> fields;

    /** Makes headers over a map with names in normal form. No other object may refer to that map. */
    public FixedHeaders(Map<String, List<String>> map) {
        map.replaceAll((name, values) -> Collections.unmodifiableList(values));
        this.fields = Collections.unmodifiableMap(map);
    }

    @Override
    protected Map<String, List<String>> fields() {
        return fields;
    }
}
