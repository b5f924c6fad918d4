package dev.ringer.options;

import dev.ringer.internal.observe.LogText;
import dev.ringer.internal.observe.SettingsLog;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads settings from the system properties of one scope: all servers, or one port. A property that is not set leaves
 * its setting at its earlier value, which is the default at first.
 *
 * <p>If a property of Ringer has an error and limits something (a number, a size, a time, where to listen, which
 * protocols and proxies to accept, TLS), no server is made. With another value, the server could serve clients that the
 * operator wants to cut off, or speak to its clients in clear text. Errors in other properties are written to the log.
 * So a program with a typing error on its command line still starts. The JDK's own properties never prevent the start,
 * because they do not on the JDK's server.
 */
final class SystemProperties {
    private static final String OWN = PropertyNames.OWN;
    private static final String TESTS = OWN + "test."; // prefix of the properties that this project's own tests use
    private static final String JDK = "sun.net.httpserver.";
    private static final String JDK_NEWER = "jdk.httpserver.";
    private static final String MAX_FILE_SIZE = OWN + "accessLog.maxFileSize";
    private static final String MAX_FILES = OWN + "accessLog.maxFiles";
    private static final String FIELDS = OWN + "accessLog.fields";

    /** Properties with the prefix {@code ringer.} that set only a part of a setting. */
    private static final List<String> OTHERS =
            List.of(MAX_FILE_SIZE, MAX_FILES, FIELDS, ProxyProperties.FIELDS, ProxyProperties.PROTOCOL);

    // The compiler copies these constants, so reading them does not load TlsProperties.
    private static final List<String> OF_TLS = List.of(
            TlsProperties.CERTIFICATE,
            TlsProperties.KEY,
            TlsProperties.CLIENT_CA,
            TlsProperties.CLIENT_AUTH,
            TlsProperties.KEY_PASSWORD,
            TlsProperties.PROTOCOLS);

    /**
     * Properties with the prefix {@code ringer.} that apply to the whole process, and so cannot be set for one port.
     */
    private static final List<String> OF_PROCESS =
            // the last property has no Setting, because the package multipart reads it
            List.of("ringer.admin", "ringer.readyPorts", "ringer.multipart.compliance");

    private final PropertyNames names;
    private final Object[] values;
    private final Map<String, String> ignored = new LinkedHashMap<>();
    private final List<String> refused = new ArrayList<>();

    private SystemProperties(PropertyNames names, Object[] values) {
        this.names = names;
        this.values = values;
        AccessLogOptions before = Settings.ACCESS_LOG.of(values);
        for (Setting<?> setting : Settings.all()) {
            boolean readBelow = setting == Settings.LISTEN || setting == Settings.PROXIES || setting == Settings.TLS;
            boolean notForPorts = names != PropertyNames.OF_ALL && OF_PROCESS.contains(setting.property());
            if (!readBelow && !notForPorts) {
                read(setting);
            }
        }
        readFilesOfTheAccessLog(before);
        readFieldsOfTheAccessLog(before);
        readListen();
        ProxyProperties proxies = new ProxyProperties(names, refused);
        if (proxies.areSet()) {
            set(Settings.PROXIES, proxies.proxies());
        }
        String firstOfTls = names.firstOwn(OF_TLS);
        if (firstOfTls != null) {
            boolean elsewhere = names == PropertyNames.OF_ALL && somePortHasACertificate();
            set(Settings.TLS, new TlsProperties(names, firstOfTls).options(refused, elsewhere));
        }
    }

    /** Reads the properties for all servers, and collects properties that have no effect. */
    static SystemProperties ofAll() {
        SystemProperties properties = new SystemProperties(PropertyNames.OF_ALL, Settings.standards());
        properties.noteNamesOfThePast();
        properties.noteUnknownNames();
        return properties;
    }

    /**
     * Reads the properties for one port. Their values replace those in {@code others}.
     *
     * @param others the values of all settings before this call
     * @throws IllegalArgumentException if the number is not a port
     */
    static SystemProperties ofPort(int port, Object[] others) {
        return new SystemProperties(PropertyNames.ofPort(port), others.clone());
    }

    static boolean areSetFor(int port) {
        PropertyNames names = PropertyNames.ofPort(port);
        for (String name : setNames()) {
            if (names.contains(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean somePortHasACertificate() {
        for (String name : setNames()) {
            if (PropertyNames.isOfSomePort(name, TlsProperties.CERTIFICATE)
                    && !TlsProperties.isOff(System.getProperty(name))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the value of each setting, at the index of the setting. Logs a warning for each property that has no
     * effect, unless this process has logged the same warning before.
     *
     * @throws IllegalArgumentException if no server may be made, because of an error in a property
     */
    Object[] valuesWithWarnings() {
        for (Map.Entry<String, String> entry : ignored.entrySet()) {
            SettingsLog.propertyIgnored(entry.getKey(), entry.getValue());
        }
        return values();
    }

    /**
     * Returns the value of each setting, at the index of the setting.
     *
     * @throws IllegalArgumentException if no server may be made, because of an error in a property
     */
    Object[] values() {
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", refused));
        }
        return values;
    }

    /**
     * Returns the properties that have no effect, each with the reason. Most reasons end with the value that applies
     * instead.
     */
    Map<String, String> ignored() {
        return ignored;
    }

    private <T> void set(Setting<T> setting, T value) {
        values[setting.index()] = setting.checked(value);
    }

    private <T> void read(Setting<T> setting) {
        boolean required = setting.domain().limits() && setting.property().startsWith(OWN);
        values[setting.index()] = read(setting.property(), setting.domain(), setting.of(values), required);
    }

    /**
     * Returns the value of a property, or {@code present} if the property is not set in this scope.
     *
     * @param required whether no server can be made if the property has an error
     */
    private <T> T read(String property, Domain<T> domain, T present, boolean required) {
        String name = names.own(property);
        if (name == null) {
            return present;
        }
        try {
            return domain.checked(property, domain.parsed(System.getProperty(name)));
        } catch (IllegalArgumentException e) {
            if (required || e instanceof InvalidPathException) { // no server without a file that its operator wants
                refused.add(
                        LogText.line(name + '=' + System.getProperty(name)) + " cannot be used: " + domain.whyNot(e));
                return present;
            }
            T applying = domain.instead(present);
            ignored.put(name, domain.whyNot(e) + "; using " + domain.text(applying));
            return applying;
        }
    }

    private void readFilesOfTheAccessLog(AccessLogOptions before) {
        AccessLogOptions log = Settings.ACCESS_LOG.of(values);
        Domain<Long> sizes = new Domain.Sizes(0, Long.MAX_VALUE, " (bytes), 0 = any");
        Domain<Long> counts = new Domain.Numbers(0, Integer.MAX_VALUE, ", 0 = all");
        long size = read(MAX_FILE_SIZE, sizes, before.maxFileSize(), false);
        long files = read(MAX_FILES, counts, (long) before.maxFiles(), false);
        set(
                Settings.ACCESS_LOG,
                log.toBuilder().maxFileSize(size).maxFiles((int) files).build());
    }

    private void readFieldsOfTheAccessLog(AccessLogOptions before) {
        String name = names.own(FIELDS);
        List<String> others = before.fields();
        if (name == null && others.isEmpty()) {
            return;
        }
        AccessLogOptions.Builder log =
                Settings.ACCESS_LOG.of(values).toBuilder().fields(others.toArray(new String[0]));
        try {
            if (name != null) {
                String text = System.getProperty(name);
                log.fields(text.isBlank() ? new String[0] : text.split(","));
            }
        } catch (IllegalArgumentException e) {
            ignored.put(
                    name,
                    "expected at most " + AccessLogOptions.MAX_FIELDS
                            + " names of fields, separated by commas, with response: before a response's; "
                            + e.getMessage() + "; using " + (others.isEmpty() ? "no field" : String.join(",", others)));
        }
        set(Settings.ACCESS_LOG, log.build());
    }

    private void readListen() {
        String name = names.own(Settings.LISTEN.property());
        if (name == null) {
            return;
        }
        try {
            set(Settings.LISTEN, Listen.parse(System.getProperty(name).strip()));
        } catch (IllegalArgumentException malformed) {
            refused.add(name + " cannot be used: " + malformed.getMessage());
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
     * Collects names that belong to no setting. Those that begin with {@code ringer.} are probably typing errors, because
     * no other project uses this prefix. If such a name is probably meant as a TLS property, no server is made, because
     * the server could run without TLS.
     */
    private void noteUnknownNames() {
        Set<String> own = new TreeSet<>();
        for (String name : setNames()) {
            if (name.startsWith(OWN) && !name.startsWith(TESTS)) {
                own.add(name);
            } else if (name.startsWith(JDK) || name.startsWith(JDK_NEWER)) {
                String meant = JdkNames.meantBy(name);
                if (meant != null) {
                    ignored.put(name, PropertyNames.didYouMean(meant));
                }
            }
        }
        List<String> ofServers = own.isEmpty() ? List.of() : namesOfServers();
        for (String name : own) {
            PropertyNames.Fault fault = PropertyNames.fault(name, ofServers, OF_PROCESS);
            if (fault != null && fault.ofTls()) {
                refused.add(name + " cannot be used: " + fault.reason());
            } else if (fault != null) {
                ignored.put(name, fault.reason());
            }
        }
    }

    /** Returns the names of all system properties; empty if a security manager does not allow to list them. */
    private static Set<String> setNames() {
        try {
            return System.getProperties().stringPropertyNames();
        } catch (SecurityException ignored) {
            return Set.of();
        }
    }

    private static List<String> namesOfServers() {
        List<String> properties = new ArrayList<>(OTHERS);
        properties.addAll(OF_TLS);
        for (Setting<?> setting : Settings.all()) {
            if (setting.property().startsWith(OWN) && !OF_PROCESS.contains(setting.property())) {
                properties.add(setting.property());
            }
        }
        return properties;
    }
}
