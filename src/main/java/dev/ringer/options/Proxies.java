package dev.ringer.options;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The trusted proxies in front of a server, and the ways in which they say who the client is and how it reached them.
 * By default there are none. Immutable.
 *
 * <pre>{@code
 * Proxies.trusted("10.0.3.7", "10.0.4.0/24")
 *         .withFields(ForwardedField.X_FORWARDED_FOR, ForwardedField.X_FORWARDED_PROTO)
 * }</pre>
 *
 * @since 0.1.0
 */
public final class Proxies {
    /** No proxies. */
    public static final Proxies NONE =
            new Proxies(List.of(), false, Set.of(ForwardedField.X_FORWARDED_FOR), ProxyProtocol.OFF);

    private static final String UNIX = "unix";

    /** A field of a request by which a proxy describes its client. */
    public enum ForwardedField {
        /** {@code Forwarded} (RFC 7239), instead of all others. */
        FORWARDED,
        /** {@code X-Forwarded-For}: the addresses of the client and of the proxies. */
        X_FORWARDED_FOR,
        /** {@code X-Forwarded-Proto}: {@code http} or {@code https}. */
        X_FORWARDED_PROTO,
        /** {@code X-Forwarded-Host}: the Host that the client asked for. */
        X_FORWARDED_HOST
    }

    /** Whether connections begin with a header of the PROXY protocol, version 1 or 2. */
    public enum ProxyProtocol {
        /** No connection does. */
        OFF,
        /** The connections of trusted proxies do, and no others. */
        ON,
        /** All connections do. Connections of others than trusted proxies are closed. */
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
     * Creates proxies that write {@code X-Forwarded-For}.
     *
     * @param proxies addresses, networks as {@link AddressRange#parse} reads them, or {@code unix}
     * @return the proxies
     * @throws IllegalArgumentException if one is none of these
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
     * @param written the fields that the proxies write; none if no field is to be trusted
     * @return new proxies
     * @throws IllegalArgumentException if {@code FORWARDED} does not stand alone: the others could contradict it
     */
    public Proxies withFields(ForwardedField... written) {
        Set<ForwardedField> set = EnumSet.noneOf(ForwardedField.class);
        set.addAll(List.of(written));
        if (set.size() > 1 && set.contains(ForwardedField.FORWARDED)) {
            throw new IllegalArgumentException("Forwarded stands alone: the others could contradict it");
        }
        return new Proxies(trusted, unixTrusted, set, protocol);
    }

    /**
     * Returns the same proxies with another {@link #protocol()}.
     *
     * @param beginning whether their connections begin with a header of the PROXY protocol
     * @return new proxies
     * @throws IllegalArgumentException if a header is demanded although there are no proxies
     */
    public Proxies withProtocol(ProxyProtocol beginning) {
        if (Objects.requireNonNull(beginning, "beginning") != ProxyProtocol.OFF && isNone()) {
            throw new IllegalArgumentException("the PROXY protocol needs proxies that are trusted");
        }
        return new Proxies(trusted, unixTrusted, fields, beginning);
    }

    /**
     * Returns the addresses and networks of the proxies. The server trusts no other.
     *
     * @return none by default ({@code ringer.trustedProxies})
     */
    public List<AddressRange> trusted() {
        return trusted;
    }

    /**
     * Whether every client of a unix domain socket is a trusted proxy.
     *
     * @return false by default ({@code ringer.trustedProxies}: {@code unix})
     */
    public boolean unixTrusted() {
        return unixTrusted;
    }

    /**
     * Returns the fields that the proxies write. A proxy writes each field in place of one that a client has sent, or
     * behind it. The server reads no other of these fields.
     *
     * @return {@link ForwardedField#X_FORWARDED_FOR} alone by default ({@code ringer.forwardedFields})
     */
    public Set<ForwardedField> fields() {
        return fields;
    }

    /**
     * Returns whether connections begin with a header of the PROXY protocol.
     *
     * @return {@link ProxyProtocol#OFF} by default ({@code ringer.proxyProtocol})
     */
    public ProxyProtocol protocol() {
        return protocol;
    }

    /**
     * Whether no proxy is trusted.
     *
     * @return true by default
     */
    public boolean isNone() {
        return trusted.isEmpty() && !unixTrusted;
    }

    /**
     * Whether an address is that of a trusted proxy.
     *
     * @param address the address of a connection's other end, or one that a trusted proxy has named
     * @return true if it lies in one of the ranges
     */
    public boolean trust(InetAddress address) {
        for (AddressRange range : trusted) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether others are the same proxies, with the same fields and the same protocol.
     *
     * @param other anything
     * @return true for equal proxies
     */
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
     * Shows all that is set.
     *
     * @return such as {@code Proxies[trusted=[10.0.0.0/8], unixTrusted=false, fields=[X_FORWARDED_FOR], protocol=OFF]}
     */
    @Override
    public String toString() {
        return "Proxies[trusted=" + trusted + ", unixTrusted=" + unixTrusted + ", fields=" + fields + ", protocol="
                + protocol + ']';
    }
}
