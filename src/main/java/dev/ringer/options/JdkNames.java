package dev.ringer.options;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that have properties of the JDK, by names that people give to them instead: with the prefix
 * {@code ringer.}, with the other of the JDK's prefixes, or with the names that other servers use.
 */
final class JdkNames {
    /** Further names of some settings. {@link Settings} has the names in code, such as {@code maxRequestTime}. */
    private static final Map<String, Setting<?>> OTHER_NAMES = Map.of(
            "idleTimeout", Settings.IDLE_INTERVAL,
            "keepAliveTimeout", Settings.IDLE_INTERVAL,
            "maxHeaders", Settings.MAX_REQUEST_HEADERS,
            "maxHeaderSize", Settings.MAX_REQUEST_HEADER_SIZE,
            "requestTimeout", Settings.MAX_REQUEST_TIME,
            "responseTimeout", Settings.MAX_RESPONSE_TIME,
            "tcpNoDelay", Settings.NO_DELAY);

    private JdkNames() {}

    /** Returns the JDK's properties, each by the names with which a prefix could make a wrong name for it. */
    static Map<String, String> byMistakenName(String prefix) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (Setting<?> setting : Settings.all()) {
            if (!setting.property().startsWith(PropertyNames.OWN)) {
                properties.put(prefix + lastPart(setting.property()), setting.property());
                properties.put(prefix + setting.name(), setting.property());
            }
        }
        OTHER_NAMES.forEach((name, setting) -> properties.put(prefix + name, setting.property()));
        return properties;
    }

    /**
     * Returns the property that is meant by a name with one of the JDK's prefixes; null if the name is right, or belongs
     * to no setting. The JDK may have further properties of its own.
     */
    static @Nullable String meantBy(String name) {
        String meant =
                byMistakenName(name.substring(0, name.lastIndexOf('.') + 1)).get(name);
        return name.equals(meant) ? null : meant;
    }

    private static String lastPart(String property) {
        return property.substring(property.lastIndexOf('.') + 1);
    }
}
