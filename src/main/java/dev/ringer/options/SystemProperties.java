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
import java.util.stream.Collectors;

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

    /**
     * The size at which a file of the access log is renamed and a new one begun.
     *
     * <p>0 means no limit. The default is {@code 100m}.
     */
    static final String MAX_FILE_SIZE = "ringer.accessLog.maxFileSize";

    /**
     * How many renamed files of the access log are kept.
     *
     * <p>0 means all. The default is {@code 30}.
     */
    static final String MAX_FILES = "ringer.accessLog.maxFiles";

    /**
     * Up to 20 further fields for the access log's JSON lines, separated by commas: {@code NAME} of the request or
     * {@code response:NAME}.
     *
     * <p>The default is none.
     */
    static final String FIELDS = "ringer.accessLog.fields";

    // it has no Setting, because the package multipart reads it
    private static final String OF_FORMS = OWN + "multipart.compliance";

    private final PropertyNames names;
    private final Object[] values;
    private final Map<String, String> ignored = new LinkedHashMap<>();
    private final List<String> refused = new ArrayList<>();

    private SystemProperties(PropertyNames names, Object[] values) {
        this.names = names;
        this.values = values;
        AccessLogOptions before = Settings.ACCESS_LOG.of(values);
        for (Setting<?> setting : Settings.all()) {
            boolean readBelow = setting.domain() instanceof GroupDomains.Groups;
            if (!readBelow && (names == PropertyNames.OF_ALL || !setting.ofProcess())) {
                read(setting);
            }
        }
        readFilesOfTheAccessLog(before);
        readFieldsOfTheAccessLog(before);
        if (names.firstOwn(Settings.PROXIES.properties()) != null) {
            set(Settings.PROXIES, new ProxyProperties(names, refused).proxies());
        }
        String firstOfTls = names.firstOwn(Settings.TLS.properties());
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
            throw new IllegalArgumentException(
                    refused.stream().map(LogText::line).collect(Collectors.joining("; ")));
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
                refused.add(name + ": " + SettingsLog.invalidValue(name, domain.whyNot(e)));
                return present;
            }
            T applying = domain.instead(present);
            ignored.put(name, SettingsLog.invalidValue(name, domain.whyNot(e)) + "; using " + domain.text(applying));
            return applying;
        }
    }

    private void readFilesOfTheAccessLog(AccessLogOptions before) {
        AccessLogOptions log = Settings.ACCESS_LOG.of(values);
        Domain<Long> sizes = Domain.Numbers.ofBytes(0, Long.MAX_VALUE, " of bytes", " (0 = no limit)");
        Domain<Long> counts = Domain.Numbers.of(0, Integer.MAX_VALUE, " (0 = keep all)");
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
                Settings.ACCESS_LOG.of(values).toBuilder().fieldsOfJson(others.toArray(new String[0]));
        try {
            if (name != null) {
                String text = System.getProperty(name);
                log.fieldsOfJson(text.isBlank() ? new String[0] : text.split(","));
            }
        } catch (IllegalArgumentException e) {
            ignored.put(
                    name,
                    e.getMessage() + "; expected at most " + AccessLogOptions.MAX_FIELDS
                            + " comma-separated field names, with the prefix response: for those of responses; using "
                            + (others.isEmpty() ? "no fields" : String.join(",", others)));
        }
        set(Settings.ACCESS_LOG, log.build());
    }

    private void noteNamesOfThePast() {
        for (String name : List.of("readTimeout", "writeTimeout", "selCacheTimeout")) {
            if (System.getProperty(JDK + name) != null) {
                ignored.put(JDK + name, "obsolete; the JDK no longer reads it either, so remove it");
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
        if (own.isEmpty()) {
            return;
        }
        List<String> ofServers = ownProperties(false);
        List<String> ofProcess = ownProperties(true);
        ofProcess.add(OF_FORMS);
        for (String name : own) {
            PropertyNames.Fault fault = PropertyNames.fault(name, ofServers, ofProcess);
            if (fault != null && fault.ofTls()) {
                refused.add(name + ": " + fault.reason());
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

    private static List<String> ownProperties(boolean ofProcess) {
        List<String> properties = new ArrayList<>();
        for (Setting<?> setting : Settings.all()) {
            if (setting.property().startsWith(OWN) && setting.ofProcess() == ofProcess) {
                properties.addAll(setting.properties());
            }
        }
        return properties;
    }
}
