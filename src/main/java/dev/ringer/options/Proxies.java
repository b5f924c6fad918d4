package dev.ringer.options;

import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The trusted proxies in front of a server, and how they tell the server about their clients. By default the server
 * trusts no proxy. Immutable.
 *
 * <pre>{@code
 * Proxies.trusted("10.0.3.7", "10.0.4.0/24")
 *         .withFields(ForwardedField.X_FORWARDED_FOR, ForwardedField.X_FORWARDED_PROTO)
 * }</pre>
 *
 * @since 0.1.0
 */
public final class Proxies {
    /** The server trusts no proxies. */
    public static final Proxies NONE =
            new Proxies(List.of(), false, Set.of(ForwardedField.X_FORWARDED_FOR), ProxyProtocol.OFF);

    private static final String UNIX = "unix";

    /** A field of a request in which a proxy tells the server about the client. */
    public enum ForwardedField {
        /** {@code Forwarded} (RFC 7239). No other field can be used together with this one. */
        FORWARDED,
        /** {@code X-Forwarded-For}: the addresses of the client and of the proxies. */
        X_FORWARDED_FOR,
        /** {@code X-Forwarded-Proto}: {@code http} or {@code https}. */
        X_FORWARDED_PROTO,
        /** {@code X-Forwarded-Host}: the Host field of the client's request. */
        X_FORWARDED_HOST
    }

    /** Whether connections begin with a PROXY protocol header, of version 1 or 2. */
    public enum ProxyProtocol {
        /** No connection begins with a PROXY protocol header. */
        OFF,
        /**
         * The connections of trusted proxies begin with a PROXY protocol header, and all other connections begin
         * without one.
         */
        ON,
        /**
         * The connections of trusted proxies begin with a PROXY protocol header. The server closes all other
         * connections.
         */
        REQUIRED
    }

    private final List<AddressRange> trusted;
    private final boolean unixTrusted;
    private final Set<ForwardedField> fields;
    private final ProxyProtocol protocol;

    private Proxies(
            List<AddressRange> trusted, boolean unixTrusted, Set<ForwardedField> fields, ProxyProtocol protocol) {
        this.trusted = trusted;
        this.unixTrusted = unixTrusted;
        this.fields = Set.copyOf(fields);
        this.protocol = protocol;
    }

    /**
     * Creates a set of trusted proxies that write the field {@code X-Forwarded-For}.
     *
     * @param proxies addresses and networks as {@link AddressRange#parse} reads them, or {@code unix} for every client
     *     that connects over a unix domain socket
     * @return the proxies
     * @throws IllegalArgumentException if a text is neither an address, nor a network, nor {@code unix}
     */
    public static Proxies trusted(String... proxies) {
        List<AddressRange> ranges = Stream.of(proxies)
                .filter(proxy -> !proxy.equals(UNIX))
                .map(AddressRange::parse)
                .toList();
        return new Proxies(ranges, ranges.size() < proxies.length, NONE.fields, NONE.protocol);
    }

    /**
     * Returns the same proxies with other {@link #fields()}.
     *
     * @param written the fields that the proxies write; none if the server must not trust any field
     * @return new proxies
     * @throws IllegalArgumentException if {@code FORWARDED} is used with another field, because the two could
     *     contradict each other
     */
    public Proxies withFields(ForwardedField... written) {
        Set<ForwardedField> set = Set.copyOf(List.of(written));
        if (set.size() > 1 && set.contains(ForwardedField.FORWARDED)) {
            throw new IllegalArgumentException("Forwarded stands alone: the others could contradict it");
        }
        return new Proxies(trusted, unixTrusted, set, protocol);
    }

    /**
     * Returns the same proxies with another {@link #protocol()}.
     *
     * @param beginning whether the proxies' connections begin with a header of the PROXY protocol
     * @return new proxies
     * @throws IllegalArgumentException if connections would begin with a header although no proxy is trusted
     */
    public Proxies withProtocol(ProxyProtocol beginning) {
        if (Objects.requireNonNull(beginning, "beginning") != ProxyProtocol.OFF && isNone()) {
            throw new IllegalArgumentException("the PROXY protocol needs proxies that are trusted");
        }
        return new Proxies(trusted, unixTrusted, fields, beginning);
    }

    /**
     * {@return the addresses and networks of the proxies; none by default} The property is {@code
     * ringer.trustedProxies}.
     */
    public List<AddressRange> trusted() {
        return trusted;
    }

    /**
     * {@return whether every client that connects over a unix domain socket is a trusted proxy; false by default} The
     * word {@code unix} in {@code ringer.trustedProxies} sets this.
     */
    public boolean unixTrusted() {
        return unixTrusted;
    }

    /**
     * Returns the fields that the proxies write. A proxy must replace the value that a client sent in such a field, or
     * append to that value. The server ignores all other fields.
     *
     * @return the fields; by default only {@link ForwardedField#X_FORWARDED_FOR}. The property is {@code
     *     ringer.forwardedFields}
     */
    public Set<ForwardedField> fields() {
        return fields;
    }

    /**
     * {@return whether connections of proxies begin with a PROXY protocol header; {@link ProxyProtocol#OFF} by default}
     * The property is {@code ringer.proxyProtocol}.
     */
    public ProxyProtocol protocol() {
        return protocol;
    }

    /** {@return whether the server trusts no proxy, which is the default} */
    public boolean isNone() {
        return trusted.isEmpty() && !unixTrusted;
    }

    /**
     * Whether an address belongs to a trusted proxy.
     *
     * @param address the remote address of a connection, or an address that a trusted proxy has named
     * @return true if the address lies in one of the trusted ranges
     */
    public boolean trust(InetAddress address) {
        for (AddressRange range : trusted) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Proxies proxies
                && trusted.equals(proxies.trusted)
                && unixTrusted == proxies.unixTrusted
                && fields.equals(proxies.fields)
                && protocol == proxies.protocol;
    }

    @Override
    public int hashCode() {
        return Objects.hash(trusted, unixTrusted, fields, protocol);
    }

    /**
     * {@return a text with all values, such as
     * {@code Proxies[trusted=[10.0.0.0/8], unixTrusted=false, fields=[X_FORWARDED_FOR], protocol=OFF]}}
     */
    @Override
    public String toString() {
        return "Proxies[trusted=" + trusted + ", unixTrusted=" + unixTrusted + ", fields=" + fields + ", protocol="
                + protocol + ']';
    }
}
