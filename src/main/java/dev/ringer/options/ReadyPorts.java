package dev.ringer.options;

import java.util.ArrayList;
import java.util.List;

/**
 * The servers that the program must have before {@code /ready} of the admin listener answers 200. Immutable.
 *
 * <pre>{@code
 * ServerOptions.builder().set(Settings.READY_PORTS, ReadyPorts.of(8080, 8443))
 * }</pre>
 *
 * @since 0.1.0
 */
public final class ReadyPorts {
    /** Any server that no Java agent has made. */
    public static final ReadyPorts AUTO = new ReadyPorts(List.of());

    private static final String AUTO_TEXT = "auto";
    private static final String UNIX = "unix:";

    private final List<String> servers;

    private ReadyPorts(List<String> servers) {
        this.servers = List.copyOf(servers);
    }

    /**
     * {@return servers on all of these ports}
     *
     * @param port a port, from 1 to 65535
     * @param others further ports
     * @throws IllegalArgumentException if a port is another number
     */
    public static ReadyPorts of(int port, int... others) {
        List<String> servers = new ArrayList<>();
        servers.add(Integer.toString(Ports.checked(port)));
        for (int other : others) {
            servers.add(Integer.toString(Ports.checked(other)));
        }
        return new ReadyPorts(servers);
    }

    /**
     * Reads the text of the property {@code ringer.readyPorts}.
     *
     * @param text {@code auto}, or ports and {@code unix:PATH}, separated by commas
     * @return the servers
     * @throws IllegalArgumentException if the text is something else
     */
    public static ReadyPorts parse(String text) {
        if (text.equals(AUTO_TEXT)) {
            return AUTO;
        }
        List<String> servers = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            String server = item.strip();
            if (!server.startsWith(UNIX) || server.length() == UNIX.length()) {
                Ports.parse(server);
            }
            servers.add(server);
        }
        return new ReadyPorts(servers);
    }

    /** {@return whether any server that no Java agent has made is enough} */
    public boolean automatic() {
        return servers.isEmpty();
    }

    /** {@return the ports, and unix domain sockets as {@code unix:PATH}; empty if any server is enough} */
    public List<String> servers() {
        return servers;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadyPorts that && servers.equals(that.servers);
    }

    @Override
    public int hashCode() {
        return servers.hashCode();
    }

    /** {@return the servers as the property has them, such as {@code 8080,8443}} */
    @Override
    public String toString() {
        return servers.isEmpty() ? AUTO_TEXT : String.join(",", servers);
    }
}
