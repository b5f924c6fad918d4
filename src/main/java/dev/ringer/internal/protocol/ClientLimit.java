package dev.ringer.internal.protocol;

import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Setting;
import dev.ringer.options.Settings;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Limits how many connections, handshakes or the like each client may have at a time. A client is an IPv4 address, or
 * the first 64 bits of an IPv6 address, since one subscriber has all addresses with the same 64 bits. The limit
 * remembers only clients that have any. Thread-safe.
 */
public final class ClientLimit {
    private static final int IPV4_LENGTH = 4;
    private static final int NETWORK_LENGTH = 8;
    // The upper half of the keys of IPv4 clients. No IPv6 address of a client begins with these bits.
    private static final long IPV4 = 0xffff_ffff_0000_0000L;

    private final int max; // 0 for no limit
    private final Predicate<InetAddress> exempt; // whether a client has no limit; null if all have one
    private final ConcurrentHashMap<Long, Integer> counts = new ConcurrentHashMap<>();

    /**
     * Creates a limit for the clients of one server.
     *
     * @param max the most at a time; 0 for no limit
     */
    public ClientLimit(int max) {
        this(max, null);
    }

    /**
     * Creates a limit for the clients of one server, with exceptions.
     *
     * @param max the most at a time; 0 for no limit
     * @param exempt whether a client has no limit, always the same for the same address; null if all have one
     */
    public ClientLimit(int max, Predicate<InetAddress> exempt) {
        this.max = max;
        this.exempt = exempt;
    }

    /**
     * Creates a limit for the clients of one server, except trusted proxies and clients on a unix domain socket. These
     * have limits of their own, since one address stands for many clients there.
     *
     * @param setting the most at a time; 0 for no limit
     */
    public static ClientLimit ofDirectClients(ServerOptions options, Setting<Long> setting) {
        int max = options.get(setting).intValue();
        if (max == 0) { // the start of a server need not load what follows
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
     * Counts one more of a client and returns true, or returns false if the client has too many. After true,
     * {@link #leave} must follow.
     */
    public boolean tryEnter(InetAddress client) {
        if (isFree(client) || counts.merge(keyOf(client), 1, Integer::sum) <= max) {
            return true;
        }
        leave(client);
        return false;
    }

    /** Counts one less of a client, after {@link #tryEnter} has returned true. */
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

    /** Returns how many clients are remembered. */
    int size() {
        return counts.size();
    }
}
