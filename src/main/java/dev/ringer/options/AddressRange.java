package dev.ringer.options;

import dev.ringer.internal.net.IpLiteral;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * An IP address, or a network in CIDR notation (RFC 4632): {@code 10.0.0.7}, {@code 10.0.0.0/8}, {@code 2001:db8::/32}.
 * Immutable. This class never looks up a name.
 *
 * @since 0.1.0
 */
public final class AddressRange {
    private static final Pattern PREFIX_LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");

    private final InetAddress network;
    private final int prefixLength;

    private AddressRange(InetAddress network, int prefixLength) {
        this.network = network;
        this.prefixLength = prefixLength;
    }

    /**
     * Reads a range of addresses.
     *
     * @param text an address, or a network such as {@code 10.0.0.0/8}. In a network, all bits after the prefix must be
     *     zero
     * @return the range
     * @throws IllegalArgumentException if the text is neither an address nor a network of this form
     */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress network = IpLiteral.parse(slash < 0 ? text : text.substring(0, slash));
        if (network == null) {
            throw new IllegalArgumentException("expected an IP address or a network such as 10.0.0.0/8, not " + text);
        }
        int bits = 8 * network.getAddress().length;
        AddressRange range = new AddressRange(network, slash < 0 ? bits : prefixLength(text.substring(slash + 1)));
        if (range.prefixLength > bits) {
            throw new IllegalArgumentException("the prefix length must be a number from 0 to " + bits + ": " + text);
        }
        if (range.hasBitsBehindPrefix()) {
            throw new IllegalArgumentException("all address bits after the prefix must be zero: " + text);
        }
        return range;
    }

    private static int prefixLength(String text) {
        return PREFIX_LENGTH.matcher(text).matches() ? Integer.parseInt(text) : Integer.MAX_VALUE;
    }

    private boolean hasBitsBehindPrefix() {
        byte[] bytes = network.getAddress();
        int zeros = new BigInteger(1, bytes).getLowestSetBit(); // −1 if all bits are zero
        return zeros >= 0 && zeros < 8 * bytes.length - prefixLength;
    }

    /**
     * Whether an address lies in this range.
     *
     * @param address an IPv4 or IPv6 address
     * @return true if the address lies in this range; false also if one is IPv4 and the other is IPv6
     */
    public boolean contains(InetAddress address) {
        byte[] own = network.getAddress();
        byte[] other = address.getAddress();
        int whole = prefixLength >> 3;
        if (own.length != other.length || !Arrays.equals(own, 0, whole, other, 0, whole)) {
            return false;
        }
        int rest = prefixLength & 7;
        return rest == 0 || (own[whole] ^ other[whole]) >> 8 - rest == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressRange range
                && prefixLength == range.prefixLength
                && network.equals(range.network);
    }

    @Override
    public int hashCode() {
        return 31 * network.hashCode() + prefixLength;
    }

    @Override
    public String toString() {
        return network.getHostAddress() + "/" + prefixLength;
    }
}
