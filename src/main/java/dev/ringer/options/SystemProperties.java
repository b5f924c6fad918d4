package dev.ringer.options;

import dev.ringer.internal.observe.SettingsLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the values of settings from the system properties. A property that is absent, malformed or out of range leaves
 * the default, as in the JDK's server. So a typing error on the command line does not keep a program from starting. The
 * reader notes such errors for the log.
 *
 * <p>Two properties must be right: where the server listens, and whether it expects the PROXY protocol. Their defaults
 * would let in clients that the operator wants to exclude.
 */
final class SystemProperties {
    private static final String OWN = "ringer.";
    private static final String TESTS = OWN + "test."; // reserved for the test suites of this project
    private static final String JDK = "sun.net.httpserver.";
    private static final String MAX_FILE_SIZE = OWN + "accessLog.maxFileSize";
    private static final String MAX_FILES = OWN + "accessLog.maxFiles";

    /** Properties of Ringer that have no setting of their own. */
    private static final List<String> OTHERS = List.of(
            MAX_FILE_SIZE,
            MAX_FILES,
            ProxyProperties.FIELDS,
            ProxyProperties.PROTOCOL,
            "ringer.multipart.compliance"); // read by the package multipart

    private final Object[] values = Settings.standards();
    private final Map<String, String> ignored = new LinkedHashMap<>();
    private final List<String> refused = new ArrayList<>();

    SystemProperties() {
        for (Setting<?> setting : Settings.all()) {
            if (setting != Settings.LISTEN && setting != Settings.PROXIES) {
                read(setting);
            }
        }
        readFilesOfTheAccessLog();
        readListen();
        set(Settings.PROXIES, new ProxyProperties(ignored, refused).proxies());
        noteNamesOfThePast();
        noteUnknownNames();
    }

    /**
     * Reads the values of all settings. Logs a warning for each property without effect, unless the log already has it.
     */
    static Object[] valuesWithWarnings() {
        SystemProperties properties = new SystemProperties();
        for (Map.Entry<String, String> entry : properties.ignored.entrySet()) {
            SettingsLog.propertyIgnored(entry.getKey(), entry.getValue());
        }
        return properties.values();
    }

    /**
     * Returns the value of each setting, at its index.
     *
     * @throws IllegalArgumentException if a property that must be right has an error
     */
    Object[] values() {
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", refused));
        }
        return values;
    }

    /**
     * Returns the properties without effect, each with the reason. Most reasons end with the value that applies
     * instead.
     */
    Map<String, String> ignored() {
        return ignored;
    }

    private <T> void set(Setting<T> setting, T value) {
        values[setting.index()] = setting.checked(value);
    }

    private <T> void read(Setting<T> setting) {
        String text = System.getProperty(setting.property());
        if (text == null) {
            return;
        }
        try {
            set(setting, setting.parsed(text));
        } catch (IllegalArgumentException e) {
            ignored.put(setting.property(), setting.whyNot(e) + "; " + setting.text(setting.of(values)) + " holds");
        }
    }

    private void readFilesOfTheAccessLog() {
        AccessLogOptions log = Settings.ACCESS_LOG.of(values);
        long size =
                number(MAX_FILE_SIZE, log.maxFileSize(), new Domain.Numbers(0, Long.MAX_VALUE, " (bytes), 0 = any"));
        long files = number(MAX_FILES, log.maxFiles(), new Domain.Numbers(0, Integer.MAX_VALUE, ", 0 = all"));
        set(Settings.ACCESS_LOG, log.withMaxFileSize(size).withMaxFiles((int) files));
    }

    private long number(String property, long standard, Domain<Long> domain) {
        String text = System.getProperty(property);
        if (text == null) {
            return standard;
        }
        try {
            return domain.checked(property, domain.parsed(text));
        } catch (IllegalArgumentException e) {
            ignored.put(property, domain.whyNot(e) + "; " + standard + " holds");
            return standard;
        }
    }

    private void readListen() {
        String property = Settings.LISTEN.property();
        String value = System.getProperty(property);
        if (value == null) {
            return;
        }
        try {
            set(Settings.LISTEN, Listen.parse(value.strip()));
        } catch (IllegalArgumentException malformed) {
            refused.add(property + " cannot be used: " + malformed.getMessage());
        }
    }

    private void noteNamesOfThePast() {
        for (String name : List.of("readTimeout", "writeTimeout", "selCacheTimeout")) {
            if (System.getProperty(JDK + name) != null) {
                ignored.put(JDK + name, "servers know it no longer");
            }
        }
    }

    /**
     * Notes names with Ringer's prefix that no setting has. They are probably typing errors, because no other project
     * uses this prefix.
     */
    private void noteUnknownNames() {
        Set<String> unknown = new TreeSet<>();
        try {
            for (String name : System.getProperties().stringPropertyNames()) {
                if (name.startsWith(OWN) && !name.startsWith(TESTS)) {
                    unknown.add(name);
                }
            }
        } catch (SecurityException ignored) { // a security manager allows to read single properties only
            return;
        }
        if (!unknown.isEmpty()) {
            List<String> known = knownNames();
            known.forEach(unknown::remove);
            unknown.forEach(
                    name -> ignored.put(name, "there is no property of this name" + NearestName.hint(name, known)));
        }
    }

    private static List<String> knownNames() {
        List<String> names = new ArrayList<>(OTHERS);
        for (Setting<?> setting : Settings.all()) {
            if (setting.property().startsWith(OWN)) {
                names.add(setting.property());
            }
        }
        return names;
    }
}
