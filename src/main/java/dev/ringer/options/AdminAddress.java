package dev.ringer.options;

import dev.ringer.internal.net.IpLiteral;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The address of the admin listener: a TCP port or a unix domain socket. Immutable.
 *
 * <pre>{@code
 * ServerOptions.builder().set(Settings.ADMIN, AdminAddress.loopback(9404))
 * }</pre>
 *
 * @since 0.1.0
 */
public final class AdminAddress {
    /** No admin listener. */
    public static final AdminAddress OFF = new AdminAddress("off", null, 0, Listen.tcp());

    private static final String LOOPBACK = "localhost";
    private static final String UNIX = "unix:";

    private final String text;
    private final @Nullable InetAddress address;
    private final int port;
    private final Listen listen;

    private AdminAddress(String text, @Nullable InetAddress address, int port, Listen listen) {
        this.text = text;
        this.address = address;
        this.port = port;
        this.listen = listen;
    }

    /**
     * {@return a port of both loopback addresses, 127.0.0.1 and ::1}
     *
     * @param port the port, from 1 to 65535
     * @throws IllegalArgumentException if the port is another number
     */
    public static AdminAddress loopback(int port) {
        return new AdminAddress(LOOPBACK + ':' + Ports.checked(port), null, port, Listen.tcp());
    }

    /**
     * {@return a port of one address}
     *
     * @param address the address, such as 0.0.0.0 for all addresses of this machine
     * @param port the port, from 1 to 65535
     * @throws IllegalArgumentException if the port is another number
     */
    public static AdminAddress tcp(InetAddress address, int port) {
        String literal = address.getHostAddress();
        String host = literal.indexOf(':') < 0 ? literal : '[' + literal + ']';
        return new AdminAddress(host + ':' + Ports.checked(port), address, port, Listen.tcp());
    }

    /**
     * {@return a unix domain socket} {@link #parse} can also set the permissions and the group of its file.
     *
     * @param path the path of the socket; a relative path is resolved now, against the current directory
     */
    public static AdminAddress unix(Path path) {
        return new AdminAddress(UNIX + path, null, 0, Listen.unix(path));
    }

    /**
     * Reads the text of the property {@code ringer.admin}.
     *
     * @param text {@code off}, {@code PORT}, {@code :PORT} or {@code localhost:PORT} for both loopback addresses,
     *     {@code ADDRESS:PORT} with an IP address, or {@code unix:PATH} as {@link Listen#parse} reads it
     * @return the address
     * @throws IllegalArgumentException if the text is something else
     */
    public static AdminAddress parse(String text) {
        if (text.equals(OFF.text)) {
            return OFF;
        }
        if (text.startsWith(UNIX)) {
            return new AdminAddress(text, null, 0, Listen.parse(text));
        }
        int colon = text.lastIndexOf(':');
        int port = Ports.parse(text.substring(colon + 1));
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.isEmpty() || host.equalsIgnoreCase(LOOPBACK)) {
            return loopback(port);
        }
        boolean brackets = host.startsWith("[") && host.endsWith("]");
        String literal = brackets ? host.substring(1, host.length() - 1) : host;
        InetAddress address = brackets == literal.indexOf(':') >= 0 ? IpLiteral.parse(literal) : null;
        if (address == null) {
            throw new IllegalArgumentException("expected an IP address, not " + host);
        }
        return new AdminAddress(text, address, port, Listen.tcp());
    }

    /** {@return whether there is an admin listener} */
    public boolean enabled() {
        return !equals(OFF);
    }

    /** {@return the IP address; null for both loopback addresses, and for a unix domain socket} */
    public @Nullable InetAddress address() {
        return address;
    }

    /** {@return the port; 0 for a unix domain socket} */
    public int port() {
        return port;
    }

    /** {@return the unix domain socket; {@link Listen#tcp()} for a port} */
    public Listen listen() {
        return listen;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AdminAddress that
                && Objects.equals(address, that.address)
                && port == that.port
                && listen.equals(that.listen);
    }

    @Override
    public int hashCode() {
        return Objects.hash(address, port, listen);
    }

    /** {@return the address as the property has it, such as {@code localhost:9404}} */
    @Override
    public String toString() {
        return text;
    }
}
