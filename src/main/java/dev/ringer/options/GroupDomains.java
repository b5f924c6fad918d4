package dev.ringer.options;

import dev.ringer.internal.headers.StorageMaps;
import dev.ringer.internal.net.IpLiteral;
import java.nio.file.InvalidPathException;

/**
 * The domains of particular settings, such as {@link Settings#LISTEN} and {@link Settings#ADMIN}. {@link Domain} has
 * the general domains, such as numbers and times.
 */
final class GroupDomains {
    /** The value of {@code ringer.admin} that opens no admin listener. */
    static final String OFF = "off";

    private static final int MAX_PORT = 65_535;

    private GroupDomains() {}

    /**
     * Objects of the classes {@link Listen}, {@link Proxies} and {@link TlsOptions}. {@link SystemProperties} reads
     * their properties without this class. Nothing is checked here, because these objects are always valid.
     */
    static final class Groups<T> extends Domain<T> {
        private final String range;

        Groups(Class<T> type, String range) {
            super(type);
            this.range = range;
        }

        @Override
        String range() {
            return range;
        }

        @Override
        T parsed(String text) {
            throw new IllegalArgumentException("not read as one text");
        }
    }

    /** Options of the access log. The text of the property contains the format and the file. */
    static final class AccessLogs extends Domain<AccessLogOptions> {
        AccessLogs() {
            super(AccessLogOptions.class);
        }

        @Override
        String range() {
            return "off, or common, combined or json, optionally followed by :FILE or :- (standard output)";
        }

        @Override
        String whyNot(IllegalArgumentException refusal) {
            return refusal instanceof InvalidPathException path
                    ? "it is not a path: " + path.getReason()
                    : super.whyNot(refusal);
        }

        @Override
        AccessLogOptions parsed(String text) {
            return AccessLogOptions.parse(text);
        }

        @Override
        String text(AccessLogOptions value) {
            return value.text();
        }
    }

    /** Names of the map in which response headers are stored: a word for a built-in map, or the name of a class. */
    static final class StorageMapNames extends Domain<String> {
        StorageMapNames() {
            super(String.class);
        }

        @Override
        String range() {
            return "compact, linked or the name of a public class that is a java.util.Map and has a public constructor"
                    + " without parameters";
        }

        @Override
        String whyNot(IllegalArgumentException refusal) {
            return super.whyNot(refusal) + "; " + refusal.getMessage();
        }

        @Override
        String parsed(String text) {
            return text.isBlank() ? StorageMaps.COMPACT : text.strip();
        }

        @Override
        String checked(String name, String value) {
            StorageMaps.factory(value);
            return value;
        }
    }

    /**
     * The addresses on which the admin listener can listen. A value has the form {@code ADDRESS:PORT}, {@code
     * localhost:PORT}, {@code unix:PATH} or {@code off}.
     */
    static final class AdminPlaces extends Domain<String> {
        AdminPlaces() {
            super(String.class);
        }

        @Override
        String range() {
            return "off, PORT or :PORT for the loopback, ADDRESS:PORT with an IP address, or unix:PATH";
        }

        @Override
        String parsed(String text) {
            return text.strip();
        }

        @Override
        String checked(String name, String value) {
            if (value.equals(OFF)) {
                return value;
            }
            if (value.startsWith("unix:")) {
                Listen.parse(value);
                return value;
            }
            int colon = value.lastIndexOf(':');
            String port = value.substring(colon + 1);
            if (!isPort(port)) {
                throw new IllegalArgumentException(name + " has no port: " + value);
            }
            return address(name, colon < 0 ? "" : value.substring(0, colon)) + ':' + port;
        }

        private static String address(String name, String text) {
            if (text.isEmpty() || text.equalsIgnoreCase("localhost")) {
                return "localhost";
            }
            boolean brackets = text.startsWith("[") && text.endsWith("]");
            String literal = brackets ? text.substring(1, text.length() - 1) : text;
            if (brackets != literal.indexOf(':') >= 0 || IpLiteral.parse(literal) == null) {
                throw new IllegalArgumentException(name + " has no IP address: " + text);
            }
            return text;
        }
    }

    private static boolean isPort(String text) {
        return text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= MAX_PORT;
    }

    /** Ports, and unix domain sockets as {@code unix:PATH}, separated by commas; or {@code auto}. */
    static final class ServedPorts extends Domain<String> {
        ServedPorts() {
            super(String.class);
        }

        @Override
        String range() {
            return "auto, or ports separated by commas, such as 8080,8443; a unix domain socket as unix:PATH";
        }

        @Override
        String parsed(String text) {
            return text.strip().replaceAll("\\s*,\\s*", ",");
        }

        @Override
        String checked(String name, String value) {
            for (String port : value.equals("auto") ? new String[0] : value.split(",", -1)) {
                if (!isPort(port) && !port.matches("unix:.+")) {
                    throw new IllegalArgumentException(name + " has no port: " + port);
                }
            }
            return value;
        }
    }

    /**
     * Numbers of idle connections. The property has the JDK's meaning: with 0 or less, no connection may be idle. In
     * code, −1 stands for that, because 0 means no limit for every setting.
     */
    static final class IdleConnectionCounts extends Domain<Long> {
        private final long instead;

        IdleConnectionCounts(long instead) {
            super(Long.class);
            this.instead = instead;
        }

        @Override
        String range() {
            return "a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
        }

        @Override
        Long parsed(String text) {
            int number = Integer.decode(text.strip());
            return number <= 0 ? -1L : number;
        }

        @Override
        Long instead(Long present) {
            return instead;
        }

        @Override
        Long checked(String name, Long value) {
            return within(name, value, -1, Integer.MAX_VALUE);
        }
    }

    /**
     * Limits on the number of connections. The value −1 means no limit. In the text of the JDK's property, zero and
     * every negative number mean no limit.
     */
    static final class ConnectionCounts extends Domain<Long> {
        ConnectionCounts() {
            super(Long.class);
        }

        @Override
        String range() {
            return "a whole number, 0 or less = no limit";
        }

        @Override
        Long parsed(String text) {
            return Long.valueOf(Math.max(0, Integer.decode(text.strip())));
        }

        @Override
        Long checked(String name, Long value) {
            return within(name, value, 0, Integer.MAX_VALUE);
        }
    }
}
