package dev.ringer.internal.headers;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Unmodifiable headers over a map of their own. Immutable. */
public final class FixedHeaders extends UnmodifiableHeaders {
    private final Map<String, List<String>> fields;

    /** Takes over a map that nothing else refers to, with names in normal form. */
    public FixedHeaders(Map<String, List<String>> map) {
        map.replaceAll((name, values) -> Collections.unmodifiableList(values));
        this.fields = Collections.unmodifiableMap(map);
    }

    @Override
    protected Map<String, List<String>> fields() {
        return fields;
    }
}
