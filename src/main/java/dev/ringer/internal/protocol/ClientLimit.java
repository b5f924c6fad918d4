package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.WordScan;
import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Setting;
import dev.ringer.options.Settings;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Limits how many things of one kind, such as connections or handshakes, a client may have at a time. A client is an
 * IPv4 address, or the first 64 bits of an IPv6 address: one internet customer usually has all IPv6 addresses with the
 * same first 64 bits. A client that has none of these things takes no memory. Thread-safe.
 */
public final class ClientLimit {
    private static final int IPV4_LENGTH = 4;
    // The key of an IPv4 client consists of these bits and its address. No IPv6 client has an address that begins with
    // these bits.
    private static final long IPV4 = 0xffff_ffff_0000_0000L;

    private final int max; // the most connections, handshakes and so on of one client; 0 for no limit
    // Returns true for addresses to which the limit does not apply. The result for an address must never change. Null
    // if the limit applies to all clients.
    private final Predicate<InetAddress> exempt;
    private final ConcurrentHashMap<Long, Integer> counts = new ConcurrentHashMap<>();

    public ClientLimit(int max, Predicate<InetAddress> exempt) {
        this.max = max;
        this.exempt = exempt;
    }

    /**
     * Creates a limit for each client of one server. The limit does not apply to trusted proxies and unix domain
     * sockets, because many clients share such an address.
     *
     * @param setting the setting whose value is the limit; the value 0 means no limit
     */
    public static ClientLimit ofDirectClients(ServerOptions options, Setting<Long> setting) {
        int max = options.get(setting).intValue();
        // return early, so that a server without this limit does not load the classes that the next lines use
        if (max == 0) {
            return new ClientLimit(0, null);
        }
        Proxies trusted = options.get(Settings.PROXIES);
        InetAddress unix = UnixPeer.ADDRESS.getAddress();
        return new ClientLimit(max, client -> client == unix || trusted.trusts(client));
    }

    public boolean limited() {
        return max != 0;
    }

    /**
     * Counts one more thing that a client has. If the client has reached the limit, returns false and counts nothing.
     * If this method returns true, the caller must later call {@link #leave}.
     */
    public boolean tryEnter(InetAddress client) {
        if (isFree(client) || counts.merge(keyOf(client), 1, Integer::sum) <= max) {
            return true;
        }
        leave(client);
        return false;
    }

    /** Subtracts one thing of a client, after {@link #tryEnter} has counted it. */
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
        if (address.length == IPV4_LENGTH) {
            return IPV4 | Integer.toUnsignedLong(Integer.reverseBytes(WordScan.half(address, 0)));
        }
        return Long.reverseBytes(WordScan.word(address, 0)); // the upper half of an IPv6 address
    }

    int size() {
        return counts.size();
    }
}
