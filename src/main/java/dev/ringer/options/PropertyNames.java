package dev.ringer.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of system properties in one scope. A scope is either all servers ({@code ringer.headTimeout}), or the
 * servers on one port ({@code ringer.port.8443.headTimeout}). Properties with the JDK's names apply to all servers
 * only. Immutable.
 */
final class PropertyNames {
    static final String OWN = "ringer.";

    static final PropertyNames OF_ALL = new PropertyNames(OWN);

    private static final String PORT = OWN + "port.";
    private static final int MAX_PORT = 0xFFFF;
    private static final String UNKNOWN = "unknown property";

    private final String prefix;

    private PropertyNames(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Returns the names of the properties for the servers on one port.
     *
     * @throws IllegalArgumentException if the number is not a port
     */
    static PropertyNames ofPort(int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be from 0 to " + MAX_PORT + ": " + port);
        }
        return new PropertyNames(PORT + port + '.');
    }

    /**
     * Whether {@code name} sets {@code property} for one port, as {@code ringer.port.8443.jmx} does for
     * {@code ringer.jmx}.
     */
    static boolean isOfSomePort(String name, String property) {
        int end = endOfPort(name);
        return end > 0
                && isPort(name.substring(PORT.length(), end))
                && name.substring(end + 1).equals(property.substring(OWN.length()));
    }

    boolean contains(String name) {
        return name.startsWith(prefix);
    }

    /**
     * Returns the name of a property in this scope, such as {@code ringer.port.8443.jmx} for {@code ringer.jmx}; null
     * if the property is not set in this scope.
     */
    @Nullable
    String own(String property) {
        String name = inScope(property);
        return name == null || System.getProperty(name) == null ? null : name;
    }

    /** Returns the name of the first of several properties that is set in this scope; null if none is set. */
    @Nullable
    String firstOwn(List<String> properties) {
        for (String property : properties) {
            String own = own(property);
            if (own != null) {
                return own;
            }
        }
        return null;
    }

    /**
     * Returns the name of a property in this scope if the property is set there; otherwise its name for all servers.
     */
    String applying(String property) {
        String own = own(property);
        return own == null ? property : own;
    }

    /** Returns the property's text that applies to this scope; null if the property is not set. */
    String text(String property) {
        return System.getProperty(applying(property));
    }

    private @Nullable String inScope(String property) {
        if (this == OF_ALL) {
            return property;
        }
        return property.startsWith(OWN) ? prefix + property.substring(OWN.length()) : null;
    }

    /**
     * The reason why a property has no effect.
     *
     * @param ofTls whether the property is probably meant as a TLS property
     */
    record Fault(String reason, boolean ofTls) {}

    /**
     * Returns the reason why a property whose name begins with {@code ringer.} has no effect; null if its name is
     * known.
     *
     * @param ofServers the names of the properties that may be given for one port
     * @param ofProcess the names of properties that apply to the whole process
     */
    static @Nullable Fault fault(String name, List<String> ofServers, List<String> ofProcess) {
        int end = endOfPort(name);
        List<String> known = new ArrayList<>();
        if (end < 0) {
            known.addAll(ofServers);
            known.addAll(ofProcess);
        } else {
            String port = name.substring(PORT.length(), end);
            if (!isPort(port)) {
                String example = PORT + "8443" + name.substring(end);
                return new Fault("expected a port from 0 to " + MAX_PORT + ", as in " + example, isOfTls(name));
            }
            String scope = name.substring(0, end + 1);
            for (String property : ofServers) {
                known.add(scope + property.substring(OWN.length()));
            }
        }
        if (known.contains(name)) {
            return null;
        }
        Map<String, String> ofJdk = JdkNames.byMistakenName(end < 0 ? OWN : name.substring(0, end + 1));
        known.addAll(ofJdk.keySet());
        String nearest = NearestName.of(name, known);
        return nearest == null
                ? new Fault(UNKNOWN, isOfTls(name))
                : new Fault(didYouMean(ofJdk.getOrDefault(nearest, nearest)), isOfTls(name) || isOfTls(nearest));
    }

    static String didYouMean(String property) {
        return UNKNOWN + "; did you mean " + property + '?';
    }

    private static boolean isOfTls(String name) {
        return (name + '.').contains(".tls.");
    }

    /** Returns the index of the third dot in {@code ringer.port.8080.NAME}; -1 if a name has another form. */
    private static int endOfPort(String name) {
        return name.startsWith(PORT) ? name.indexOf('.', PORT.length()) : -1;
    }

    /** Whether a text is a port number as {@link #ofPort} writes it: without a sign and without leading zeros. */
    private static boolean isPort(String text) {
        return text.matches("0|[1-9]\\d{0,4}") && Integer.parseInt(text) <= MAX_PORT;
    }
}
