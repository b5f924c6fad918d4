package dev.ringer.testkit;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Builds headers of the PROXY protocol, valid and invalid ones. */
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
        bytes.writeBytes(new byte[2]); // placeholder for the length
    }

    /** Returns a header of version 1: the line and its CRLF. */
    public static byte[] text(String line) {
        return (line + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Begins a header of version 2 without addresses. */
    public static ProxyHeaders binary(int command, int family) {
        return new ProxyHeaders(command, family);
    }

    /** Begins a header of version 2 with the addresses of a client and a server. */
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

    /** Adds a TLV: type, length and value. */
    public ProxyHeaders piece(int type, byte... value) {
        bytes.write(type);
        writeShort(value.length);
        bytes.writeBytes(value);
        return this;
    }

    /** Adds a TLV: type, length and value. */
    public ProxyHeaders piece(int type, String value) {
        return piece(type, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds the TLV about TLS: flags of the client, result of the certificate check, TLS version and common name. */
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

    /** Returns the header. */
    public byte[] bytes() {
        byte[] header = bytes.toByteArray();
        ByteBuffer.wrap(header).putShort(FIXED_PART - 2, (short) (header.length - FIXED_PART));
        return header;
    }

    /** Returns the header with a right or wrong CRC-32C checksum as its last TLV. */
    public byte[] bytesWithChecksum(boolean right) {
        byte[] header = piece(0x03, new byte[4]).bytes();
        CRC32C sum = new CRC32C();
        sum.update(header);
        ByteBuffer.wrap(header).putInt(header.length - 4, (int) sum.getValue() + (right ? 0 : 1));
        return header;
    }
}
