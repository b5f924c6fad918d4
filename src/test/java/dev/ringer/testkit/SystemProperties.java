package dev.ringer.testkit;

import java.util.HashMap;
import java.util.Map;

/** System properties that hold until the end of a block; the former values come back afterwards. */
public final class SystemProperties implements AutoCloseable {
    private final Map<String, String> former = new HashMap<>();

    private SystemProperties() {}

    /** Sets all of these; a key without a value does not exist here. */
    public static SystemProperties with(Map<String, String> settings) {
        SystemProperties properties = new SystemProperties();
        settings.forEach((key, value) -> properties.former.put(key, System.setProperty(key, value)));
        return properties;
    }

    @Override
    public void close() {
        former.forEach((key, value) -> {
            if (value == null) {
                System.clearProperty(key);
            } else {
                System.setProperty(key, value);
            }
        });
    }
}
