package dev.ringer.internal.protocol;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * How many of something each client may have at a time. A client is an IPv4 address, or the first 64 bits of an IPv6 address:
 * a subscriber has all addresses behind them. Remembers clients that have any, and no others. Thread-safe.
 */
public final class ClientLimit {
    private static final int IPV4_LENGTH = 4;
    private static final int NETWORK_LENGTH = 8;
    private static final long IPV4 = 0xffff_ffff_0000_0000L; // no IPv6 address that a client can have begins so

    private final int max; // 0 for any number
    private final Predicate<InetAddress> exempt; // null for nobody
    private final ConcurrentHashMap<Long, Integer> counts = new ConcurrentHashMap<>();

    /**
     * A limit for the clients of one server.
     *
     * @param max the most at a time, 0 for any number
     */
    public ClientLimit(int max) {
        this(max, null);
    }

    /**
     * A limit for the clients of one server, but not for all.
     *
     * @param max the most at a time, 0 for any number
     * @param exempt says for whom it does not hold, always the same of the same address; null for nobody
     */
    public ClientLimit(int max, Predicate<InetAddress> exempt) {
        this.max = max;
        this.exempt = exempt;
    }

    /**
     * A limit that does not hold for trusted proxies, nor for what connects by a unix domain socket: those have limits of
     * their own, and one address stands for many clients there.
     *
     * @param max the most at a time, 0 for any number
     * @param trusted says who is a trusted proxy
     * @return a limit for the clients of one server
     */
    public static ClientLimit ofDirectClients(int max, Predicate<InetAddress> trusted) {
        InetAddress unix = UnixPeer.ADDRESS.getAddress();
        return new ClientLimit(max, client -> client == unix || trusted.test(client));
    }

    /**
     * Counts one more of a client, unless it has too many; {@link #leave} follows then.
     *
     * @param client its address
     * @return false if nothing was counted
     */
    public boolean tryEnter(InetAddress client) {
        if (isFree(client) || counts.merge(keyOf(client), 1, Integer::sum) <= max) {
            return true;
        }
        leave(client);
        return false;
    }

    /**
     * Counts one less of a client.
     *
     * @param client as given to {@link #tryEnter}
     */
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

    /** How many clients are remembered. */
    int size() {
        return counts.size();
    }
}
