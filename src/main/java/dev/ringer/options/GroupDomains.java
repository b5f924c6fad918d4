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
     * Objects of the classes {@link Proxies} and {@link TlsOptions}, which several properties set. {@link
     * SystemProperties} reads these without this class. Nothing is checked here, because these objects are always valid.
     */
    record Groups<T>() implements Domain<T> {
        @Override
        public String range() {
            return "several properties";
        }

        @Override
        public T parsed(String text) {
            throw new IllegalArgumentException("not read as one text");
        }
    }

    /** The places where a server can listen. */
    record ListenPlaces() implements Domain<Listen> {
        @Override
        public String range() {
            return "unix:PATH or inherited";
        }

        @Override
        public String whyNot(IllegalArgumentException refusal) {
            return String.valueOf(refusal.getMessage());
        }

        @Override
        public boolean limits() {
            return true;
        }

        @Override
        public Listen parsed(String text) {
            return Listen.parse(text.strip());
        }
    }

    /** Options of the access log. The text of the property contains the format and the file. */
    record AccessLogs() implements Domain<AccessLogOptions> {
        @Override
        public String range() {
            return "off, or common, combined or json, optionally followed by :FILE or :- (standard output)";
        }

        @Override
        public String whyNot(IllegalArgumentException refusal) {
            return refusal instanceof InvalidPathException path
                    ? "it is not a path: " + path.getReason()
                    : Domain.super.whyNot(refusal);
        }

        @Override
        public AccessLogOptions parsed(String text) {
            return AccessLogOptions.parse(text);
        }

        @Override
        public String text(AccessLogOptions value) {
            return value.text();
        }
    }

    /** Names of the map in which response headers are stored: a word for a built-in map, or the name of a class. */
    record StorageMapNames() implements Domain<String> {
        @Override
        public String range() {
            return "compact, linked or the name of a public class that is a java.util.Map and has a public constructor"
                    + " without parameters";
        }

        @Override
        public String whyNot(IllegalArgumentException refusal) {
            return Domain.super.whyNot(refusal) + "; " + refusal.getMessage();
        }

        @Override
        public String parsed(String text) {
            return text.isBlank() ? StorageMaps.COMPACT : text.strip();
        }

        @Override
        public String checked(String name, String value) {
            StorageMaps.factory(value);
            return value;
        }
    }

    /**
     * The addresses on which the admin listener can listen. A value has the form {@code ADDRESS:PORT}, {@code
     * localhost:PORT}, {@code unix:PATH} or {@code off}.
     */
    record AdminPlaces() implements Domain<String> {
        @Override
        public String range() {
            return "off, PORT or :PORT for the loopback, ADDRESS:PORT with an IP address, or unix:PATH";
        }

        @Override
        public String parsed(String text) {
            return text.strip();
        }

        @Override
        public String checked(String name, String value) {
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
    record ServedPorts() implements Domain<String> {
        @Override
        public String range() {
            return "auto, or ports separated by commas, such as 8080,8443; a unix domain socket as unix:PATH";
        }

        @Override
        public String parsed(String text) {
            return text.strip().replaceAll("\\s*,\\s*", ",");
        }

        @Override
        public String checked(String name, String value) {
            for (String port : value.equals("auto") ? new String[0] : value.split(",", -1)) {
                if (!isPort(port) && !port.matches("unix:.+")) {
                    throw new IllegalArgumentException(name + " has no port: " + port);
                }
            }
            return value;
        }
    }
}
