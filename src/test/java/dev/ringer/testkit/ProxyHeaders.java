package dev.ringer.testkit;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Writes headers of the PROXY protocol, also wrong ones. */
public final class ProxyHeaders {
    public static final int PROXY = 0x21;
    public static final int LOCAL = 0x20;
    public static final int UNSPECIFIED = 0x00;
    public static final int TCP4 = 0x11;
    public static final int TCP6 = 0x21;
    public static final int UNIX = 0x31;

    private static final int FIXED_PART = 16;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private ProxyHeaders(int command, int family) {
        bytes.writeBytes("\r\n\r\n\0\r\nQUIT\n".getBytes(StandardCharsets.ISO_8859_1));
        bytes.write(command);
        bytes.write(family);
        bytes.writeBytes(new byte[2]); // the length
    }

    /** A line of version 1, with its end. */
    public static byte[] text(String line) {
        return (line + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A header of version 2 without addresses. */
    public static ProxyHeaders binary(int command, int family) {
        return new ProxyHeaders(command, family);
    }

    /** A header of version 2 for a client. */
    public static ProxyHeaders binary(String source, int sourcePort, String destination, int destinationPort) {
        ProxyHeaders header = new ProxyHeaders(PROXY, source.contains(":") ? TCP6 : TCP4);
        header.bytes.writeBytes(address(source));
        header.bytes.writeBytes(address(destination));
        header.writeShort(sourcePort);
        header.writeShort(destinationPort);
        return header;
    }

    private static byte[] address(String literal) {
        try {
            return InetAddress.getByName(literal).getAddress();
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private void writeShort(int value) {
        bytes.write(value >> 8);
        bytes.write(value);
    }

    /** Adds bytes as they are. */
    public ProxyHeaders raw(byte... more) {
        bytes.writeBytes(more);
        return this;
    }

    /** Adds a piece with its type and length. */
    public ProxyHeaders piece(int type, byte... value) {
        bytes.write(type);
        writeShort(value.length);
        bytes.writeBytes(value);
        return this;
    }

    /** Adds a piece with its type and length. */
    public ProxyHeaders piece(int type, String value) {
        return piece(type, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds what is told of TLS: flags of the client, whether its certificate was verified, and two texts. */
    public ProxyHeaders tls(int client, int verify, String version, String commonName) {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(client);
        value.writeBytes(ByteBuffer.allocate(4).putInt(verify).array());
        value.writeBytes(of(0x21, version));
        value.writeBytes(of(0x22, commonName));
        return piece(0x20, value.toByteArray());
    }

    private static byte[] of(int type, String value) {
        ProxyHeaders piece = new ProxyHeaders(0, 0);
        piece.bytes.reset();
        return piece.piece(type, value).bytes.toByteArray();
    }

    /** The header. */
    public byte[] bytes() {
        byte[] header = bytes.toByteArray();
        ByteBuffer.wrap(header).putShort(FIXED_PART - 2, (short) (header.length - FIXED_PART));
        return header;
    }

    /** The header with a checksum as its last piece, right or wrong. */
    public byte[] bytesWithChecksum(boolean right) {
        byte[] header = piece(0x03, new byte[4]).bytes();
        CRC32C sum = new CRC32C();
        sum.update(header);
        ByteBuffer.wrap(header).putInt(header.length - 4, (int) sum.getValue() + (right ? 0 : 1));
        return header;
    }
}
