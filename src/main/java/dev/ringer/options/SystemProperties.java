package dev.ringer.options;

import dev.ringer.internal.observe.SettingsLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the system properties into a builder. What is absent, malformed or outside its range leaves the default, as the
 * JDK's server does: a typing error on the command line must not keep a program from starting. It is remembered, so
 * that the log can name it. Where the server listens and whether it expects the PROXY protocol must be right, since their
 * defaults would let in whom the operator has meant to keep out.
 */
final class SystemProperties {
    private static final String OWN = "ringer.";
    private static final String TESTS = OWN + "test."; // which the suites of this project have for themselves
    private static final String JDK = "sun.net.httpserver.";
    private static final String MAX_FILE_SIZE = OWN + "accessLog.maxFileSize";
    private static final String MAX_FILES = OWN + "accessLog.maxFiles";

    /** Those that are no setting of a server's by themselves. */
    private static final List<String> OTHERS = List.of(
            MAX_FILE_SIZE,
            MAX_FILES,
            ProxyProperties.FIELDS,
            ProxyProperties.PROTOCOL,
            "ringer.multipart.compliance"); // forms look at it themselves

    private final ServerOptionsBuilder to = ServerOptions.builder();
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
        to.proxies(new ProxyProperties(ignored, refused).proxies());
        noteNamesOfThePast();
        noteUnknownNames();
    }

    /** Options, and a warning for each property without effect that has not been warned of. */
    ServerOptions optionsWithWarnings() {
        for (Map.Entry<String, String> entry : ignored.entrySet()) {
            SettingsLog.propertyIgnored(entry.getKey(), entry.getValue());
        }
        return options();
    }

    ServerOptions options() {
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", refused));
        }
        return to.build();
    }

    /** Properties that are set and change nothing, each with the reason, which may end with what holds instead. */
    Map<String, String> ignored() {
        return ignored;
    }

    private <T> void read(Setting<T> setting) {
        String text = System.getProperty(setting.property());
        if (text == null) {
            return;
        }
        try {
            to.set(setting, setting.parsed(text));
        } catch (IllegalArgumentException e) {
            ignored.put(setting.property(), setting.whyNot(e) + "; " + setting.text(to.get(setting)) + " holds");
        }
    }

    private void readFilesOfTheAccessLog() {
        AccessLogOptions log = to.get(Settings.ACCESS_LOG);
        long size =
                number(MAX_FILE_SIZE, log.maxFileSize(), new Domain.Numbers(0, Long.MAX_VALUE, " (bytes), 0 = any"));
        long files = number(MAX_FILES, log.maxFiles(), new Domain.Numbers(0, Integer.MAX_VALUE, ", 0 = all"));
        to.accessLog(log.withMaxFileSize(size).withMaxFiles((int) files));
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
            to.listen(Listen.parse(value.strip()));
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

    /** Typing errors, as far as they can be told: nobody else has names that begin so. */
    private void noteUnknownNames() {
        Set<String> unknown = new TreeSet<>();
        try {
            for (String name : System.getProperties().stringPropertyNames()) {
                if (name.startsWith(OWN) && !name.startsWith(TESTS)) {
                    unknown.add(name);
                }
            }
        } catch (SecurityException ignored) { // a manager lets names be asked for one by one only
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
