package dev.ringer.options;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The proxies in front of a server, and what they are believed: who the client is, and how it reached them. By default there
 * are none. Immutable.
 *
 * @param trusted their addresses and networks; nobody else is believed anything
 * @param unixTrusted whether every client of a unix domain socket is one of them
 * @param fields the fields that they write, each in place of what a client has sent or behind it; no other field is looked at
 * @param protocol whether their connections begin with a header of the PROXY protocol
 * @since 0.1.0
 */
public record Proxies(
        List<AddressRange> trusted, boolean unixTrusted, Set<ForwardedField> fields, ProxyProtocol protocol) {
    /** No proxies. */
    public static final Proxies NONE =
            new Proxies(List.of(), false, Set.of(ForwardedField.X_FORWARDED_FOR), ProxyProtocol.OFF);

    private static final String UNIX = "unix";

    /** A field of a request by which a proxy tells of its client. */
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
        /** None does. */
        OFF,
        /** Those of trusted proxies do, and no others. */
        ON,
        /** All do: connections of others than trusted proxies are closed. */
        REQUIRED
    }

    /** Checks that the parts go together. */
    public Proxies {
        trusted = List.copyOf(trusted);
        fields = Set.copyOf(fields);
        Objects.requireNonNull(protocol, "protocol");
        if (fields.size() > 1 && fields.contains(ForwardedField.FORWARDED)) {
            throw new IllegalArgumentException("Forwarded stands alone: the others could contradict it");
        }
        if (protocol != ProxyProtocol.OFF && trusted.isEmpty() && !unixTrusted) {
            throw new IllegalArgumentException("the PROXY protocol needs proxies that are trusted");
        }
    }

    /**
     * Proxies that write {@code X-Forwarded-For}.
     *
     * @param proxies addresses, networks as {@link AddressRange#parse} reads them, or {@code unix}
     * @return them
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
     * The same proxies with other fields.
     *
     * @param written what they write; nothing if no field is to be believed
     * @return new proxies
     */
    public Proxies withFields(ForwardedField... written) {
        Set<ForwardedField> set = EnumSet.noneOf(ForwardedField.class);
        set.addAll(List.of(written));
        return new Proxies(trusted, unixTrusted, set, protocol);
    }

    /**
     * The same proxies with another beginning of their connections.
     *
     * @param beginning whether they begin with a header of the PROXY protocol
     * @return new proxies
     */
    public Proxies withProtocol(ProxyProtocol beginning) {
        return new Proxies(trusted, unixTrusted, fields, beginning);
    }

    /**
     * Whether nobody is trusted.
     *
     * @return true by default
     */
    public boolean isNone() {
        return trusted.isEmpty() && !unixTrusted;
    }

    /**
     * Whether an address is that of a trusted proxy.
     *
     * @param address one that has been seen, or that a trusted proxy has named
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
}
