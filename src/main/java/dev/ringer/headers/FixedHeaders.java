package dev.ringer.headers;

import dev.ringer.internal.headers.UnmodifiableHeaders;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The unmodifiable headers that {@link RingerHeaders#of} returns. Immutable, so any thread may use them. */
final class FixedHeaders extends UnmodifiableHeaders {
    private final Map<String, List<String>> fields;

    /** Takes over a map that nothing else refers to. */
    FixedHeaders(Map<String, List<String>> map) {
        map.replaceAll((name, values) -> Collections.unmodifiableList(values));
        this.fields = Collections.unmodifiableMap(map);
    }

    @Override
    protected Map<String, List<String>> fields() {
        return fields;
    }
}
