package dev.ringer.internal.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/** Reads binary PROXY protocol headers, version 2: signature, command, family, length, addresses and other fields. */
final class BinaryHeader {
    /** The longest header that the server accepts, in bytes. Usual headers, even with certificates, are far shorter. */
    static final int MAX_LENGTH = 8192;

    static final int FIXED_PART = 16;

    private static final int COMMAND_AT = 12;
    private static final int FAMILY_AT = 13;
    private static final int LENGTH_AT = 14;

    private static final int LOCAL = 0x20;
    private static final int PROXY = 0x21;

    private static final int IPV4_LENGTH = 4;
    private static final int IPV6_LENGTH = 16;
    private static final int PORTS_LENGTH = 4;
    private static final int UNIX_ADDRESSES_LENGTH = 216;

    private BinaryHeader() {}

    /** Reads a header whose first 16 bytes have arrived. Returns null if the rest is incomplete. */
    static ProxyHeader read(byte[] bytes, int end) {
        ByteBuffer header = ByteBuffer.wrap(bytes, 0, end);
        int length = FIXED_PART + (header.getShort(LENGTH_AT) & 0xffff);
        int command = bytes[COMMAND_AT] & 0xff;
        if (command != LOCAL && command != PROXY) {
            throw ProxyHeaderRefused.malformed();
        }
        if (length > MAX_LENGTH) {
            throw new ProxyHeaderRefused(ProxyFault.PROXY_HEADER_TOO_LONG);
        }
        if (length > end) {
            return null;
        }
        return command == LOCAL
                ? ProxyHeader.ofNobody(length)
                : relayed(header.limit(length).position(FIXED_PART));
    }

    private static ProxyHeader relayed(ByteBuffer header) {
        return switch (header.get(FAMILY_AT) & 0xff) {
            case 0x00 ->
                // The address family is unspecified. The protocol requires that a receiver ignores the addresses.
                ProxyHeader.ofNobody(header.limit());
            case 0x11, 0x12 -> withAddresses(header, IPV4_LENGTH);
            case 0x21, 0x22 -> withAddresses(header, IPV6_LENGTH);
            case 0x31, 0x32 -> {
                require(header, UNIX_ADDRESSES_LENGTH);
                header.position(header.position() + UNIX_ADDRESSES_LENGTH);
                yield new ProxyHeader(header.limit(), null, null, notes(header));
            }
            default -> throw ProxyHeaderRefused.malformed();
        };
    }

    private static ProxyHeader withAddresses(ByteBuffer header, int addressLength) {
        require(header, 2 * addressLength + PORTS_LENGTH);
        InetAddress source = address(header, addressLength);
        InetAddress destination = address(header, addressLength);
        int sourcePort = header.getShort() & 0xffff;
        int destinationPort = header.getShort() & 0xffff;
        return new ProxyHeader(
                header.limit(),
                new InetSocketAddress(source, sourcePort),
                new InetSocketAddress(destination, destinationPort),
                notes(header));
    }

    private static void require(ByteBuffer header, int bytes) {
        if (header.remaining() < bytes) {
            throw ProxyHeaderRefused.malformed();
        }
    }

    private static InetAddress address(ByteBuffer header, int length) {
        byte[] address = new byte[length];
        header.get(address);
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new AssertionError("Java rejected an IP address of " + length + " bytes", e);
        }
    }

    private static Map<String, String> notes(ByteBuffer header) {
        if (!header.hasRemaining()) {
            return Map.of();
        }
        return ProxyNotes.read(header, Arrays.copyOf(header.array(), header.limit()));
    }
}
