package dev.ringer.options;

import java.nio.file.InvalidPathException;

/**
 * The domains of particular settings, such as {@link Settings#LISTEN} and {@link Settings#ADMIN}. {@link Domain} has
 * the general domains, such as numbers and times.
 */
final class GroupDomains {
    private GroupDomains() {}

    /**
     * Objects of the classes {@link Proxies} and {@link TlsOptions}, which several properties set. {@link
     * SystemProperties} reads these without this class. Nothing is checked here, because these objects are always valid.
     */
    record Groups<T>() implements Domain<T> {
        @Override
        public String range() {
            return "properties that begin with this name and a dot";
        }

        @Override
        public T parsed(String text) {
            throw new IllegalArgumentException("this setting has no value itself; set " + range());
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
                    ? "invalid path: " + path.getReason()
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

    /** Kinds of maps for response headers: a word for a built-in map, or the name of a class. */
    record HeadersMaps() implements Domain<HeadersMap> {
        @Override
        public String range() {
            return "compact, linked, or the name of a public class that implements java.util.Map and has a public"
                    + " no-argument constructor";
        }

        @Override
        public String whyNot(IllegalArgumentException refusal) {
            return Domain.super.whyNot(refusal) + "; " + refusal.getMessage();
        }

        @Override
        public HeadersMap parsed(String text) {
            return text.isBlank() ? HeadersMap.COMPACT : HeadersMap.parse(text.strip());
        }
    }

    /** The addresses on which the admin listener can listen. */
    record AdminAddresses() implements Domain<AdminAddress> {
        @Override
        public String range() {
            return "off, PORT or :PORT (loopback only), IP-ADDRESS:PORT, or unix:PATH";
        }

        @Override
        public AdminAddress parsed(String text) {
            return AdminAddress.parse(text.strip());
        }
    }

    /** Ports, and unix domain sockets as {@code unix:PATH}, separated by commas; or {@code auto}. */
    record ReadyPortLists() implements Domain<ReadyPorts> {
        @Override
        public String range() {
            return "auto, or a comma-separated list of ports and unix:PATH sockets, such as 8080,unix:/run/app.sock";
        }

        @Override
        public ReadyPorts parsed(String text) {
            return ReadyPorts.parse(text.strip());
        }
    }
}
