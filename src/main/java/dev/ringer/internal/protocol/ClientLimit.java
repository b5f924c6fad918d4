package dev.ringer.internal.protocol;

import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Setting;
import dev.ringer.options.Settings;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Limits how many objects of one kind each client may have at a time, such as connections or handshakes. A client is an
 * IPv4 address, or the first 64 bits of an IPv6 address, because one subscriber has all addresses with the same 64
 * bits. The limit remembers only clients that have at least one object. Thread-safe.
 */
public final class ClientLimit {
    private static final int IPV4_LENGTH = 4;
    private static final int NETWORK_LENGTH = 8;
    // The upper half of the key of an IPv4 client. No IPv6 address of a client begins with these bits.
    private static final long IPV4 = 0xffff_ffff_0000_0000L;

    private final int max; // 0 for no limit
    // Tells whether the client with an address is free of the limit. Null if the limit applies to all clients.
    private final Predicate<InetAddress> exempt;
    private final ConcurrentHashMap<Long, Integer> counts = new ConcurrentHashMap<>();

    /**
     * Creates a limit for the clients of one server.
     *
     * @param max how many of the counted objects one client may have at a time; 0 for no limit
     */
    public ClientLimit(int max) {
        this(max, null);
    }

    /**
     * Creates a limit for the clients of one server, with exceptions.
     *
     * @param max how many of the counted objects one client may have at a time; 0 for no limit
     * @param exempt tells whether the client with an address is free of the limit. It must always give the same answer
     *     for the same address. Null if the limit applies to all clients
     */
    public ClientLimit(int max, Predicate<InetAddress> exempt) {
        this.max = max;
        this.exempt = exempt;
    }

    /**
     * Creates a limit for the clients of one server. The limit does not apply to trusted proxies and to clients on a
     * unix domain socket, because the address of either stands for many clients.
     *
     * @param setting the setting that says how many of the counted objects one client may have at a time; 0 for no
     *     limit
     */
    public static ClientLimit ofDirectClients(ServerOptions options, Setting<Long> setting) {
        int max = options.get(setting).intValue();
        if (max == 0) { // so the start of a server does not load the classes below
            return new ClientLimit(0);
        }
        Proxies trusted = options.get(Settings.PROXIES);
        InetAddress unix = UnixPeer.ADDRESS.getAddress();
        return new ClientLimit(max, client -> client == unix || trusted.trust(client));
    }

    /** Whether there is a limit. */
    public boolean limited() {
        return max != 0;
    }

    /**
     * Counts one more object that a client has. If the client has reached the limit, returns false and counts nothing.
     * If this method returns true, the caller must later call {@link #leave}.
     */
    public boolean tryEnter(InetAddress client) {
        if (isFree(client) || counts.merge(keyOf(client), 1, Integer::sum) <= max) {
            return true;
        }
        leave(client);
        return false;
    }

    /** Stops counting one object that {@link #tryEnter} has counted for a client. */
    public void leave(InetAddress client) {
        if (!isFree(client)) {
            counts.computeIfPresent(keyOf(client), (key, count) -> count == 1 ? null : count - 1);
        }
    }

    private boolean isFree(InetAddress client) {
        return max == 0 || exempt != null && exempt.test(client);
    }

    private static long keyOf(InetAddress client) {
        byte[] address = client.getAddress();
        boolean ipv4 = address.length == IPV4_LENGTH;
        long key = 0;
        for (int i = 0; i < (ipv4 ? IPV4_LENGTH : NETWORK_LENGTH); i++) {
            key = key << 8 | address[i] & 0xff;
        }
        return ipv4 ? IPV4 | key : key;
    }

    /** Returns how many clients have at least one object. */
    int size() {
        return counts.size();
    }
}
