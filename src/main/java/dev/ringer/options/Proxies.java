package dev.ringer.options;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The trusted proxies in front of a server, and how they tell the server about their clients. By default the server
 * trusts no proxy. Immutable.
 *
 * <pre>{@code
 * Proxies.builder()
 *         .trust("10.0.3.7", "10.0.4.0/24")
 *         .fields(ForwardedField.X_FORWARDED_FOR, ForwardedField.X_FORWARDED_PROTO)
 *         .build()
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
    public static Proxies of(String... proxies) {
        return builder().trust(proxies).build();
    }

    /** {@return a builder that trusts no proxy yet} */
    public static Builder builder() {
        return NONE.toBuilder();
    }

    /** {@return a builder that begins with these proxies} */
    public Builder toBuilder() {
        return new Builder(this);
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
    public boolean trusts(InetAddress address) {
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

    /**
     * Builds {@link Proxies}. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private final List<AddressRange> trusted;
        private boolean unixTrusted;
        private Set<ForwardedField> fields;
        private ProxyProtocol protocol;

        private Builder(Proxies from) {
            trusted = new ArrayList<>(from.trusted);
            unixTrusted = from.unixTrusted;
            fields = from.fields;
            protocol = from.protocol;
        }

        /**
         * Adds trusted proxies.
         *
         * @param proxies addresses and networks as {@link AddressRange#parse} reads them, or {@code unix} for every
         *     client that connects over a unix domain socket
         * @return this
         * @throws IllegalArgumentException if a text is neither an address, nor a network, nor {@code unix}
         */
        public Builder trust(String... proxies) {
            for (String proxy : proxies) {
                if (proxy.equals(UNIX)) {
                    unixTrusted = true;
                } else {
                    trusted.add(AddressRange.parse(proxy));
                }
            }
            return this;
        }

        /**
         * Sets {@link Proxies#fields()}.
         *
         * @param written the fields that the proxies write; none if the server must not trust any field
         * @return this
         * @throws IllegalArgumentException if {@code FORWARDED} is used with another field, because the two could
         *     contradict each other
         */
        public Builder fields(ForwardedField... written) {
            Set<ForwardedField> set = Set.copyOf(List.of(written));
            if (set.size() > 1 && set.contains(ForwardedField.FORWARDED)) {
                throw new IllegalArgumentException(
                        "the field Forwarded cannot be combined with other fields, which could contradict it;"
                                + " name only those that your proxy sets");
            }
            fields = set;
            return this;
        }

        /**
         * Sets {@link Proxies#protocol()}.
         *
         * @param beginning whether the proxies' connections begin with a header of the PROXY protocol
         * @return this
         */
        public Builder protocol(ProxyProtocol beginning) {
            protocol = Objects.requireNonNull(beginning, "beginning");
            return this;
        }

        /**
         * {@return proxies with the values of this builder}
         *
         * @throws IllegalArgumentException if connections would begin with a PROXY header although no proxy is trusted
         */
        public Proxies build() {
            if (protocol != ProxyProtocol.OFF && trusted.isEmpty() && !unixTrusted) {
                throw new IllegalArgumentException(
                        "the PROXY protocol requires at least one trusted proxy; add it with trust (ringer.trustedProxies)");
            }
            return new Proxies(List.copyOf(trusted), unixTrusted, fields, protocol);
        }
    }
}
