package dev.ringer.internal.proxy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a header of the PROXY protocol, version 1 or 2, from the beginning of the received bytes. The reader has no
 * state: when more bytes of an incomplete header have arrived, it reads the header again from its beginning. This costs
 * little, because a header is short and usually arrives in one piece.
 */
final class ProxyHeaderReader {
    private static final byte[] TEXT = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BINARY = "\r\n\r\n\0\r\nQUIT\n".getBytes(StandardCharsets.ISO_8859_1);

    private ProxyHeaderReader() {}

    /** Reads the header from the bytes before {@code end}. Returns null if the header is not complete. */
    static ProxyHeader read(byte[] bytes, int end) {
        if (begins(bytes, end, TEXT)) {
            return end < TEXT.length ? null : TextHeader.read(bytes, end);
        }
        if (begins(bytes, end, BINARY)) {
            return end < BinaryHeader.FIXED_PART ? null : BinaryHeader.read(bytes, end);
        }
        throw new ProxyHeaderRefused(ProxyFault.PROXY_HEADER_MISSING);
    }

    private static boolean begins(byte[] bytes, int end, byte[] signature) {
        int length = Math.min(end, signature.length);
        return Arrays.equals(bytes, 0, length, signature, 0, length);
    }
}
