package dev.ringer.internal.proxy;

import java.nio.charset.StandardCharsets;

/**
 * Finds a header of the PROXY protocol at the beginning of what has been received, of version 1 or 2. Pure; what is not complete is
 * simply read again with more behind it, since a header is short and comes in one piece as a rule.
 */
final class ProxyHeaderReader {
    /** The longest header of version 2 that is read. Headers are shorter by far, even where a proxy passes on certificates. */
    static final int MAX_LENGTH = 8192;

    static final int FIXED_PART = 16;

    private static final byte[] TEXT = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BINARY = "\r\n\r\n\0\r\nQUIT\n".getBytes(StandardCharsets.ISO_8859_1);

    private ProxyHeaderReader() {}

    /**
     * Reads the header.
     *
     * @param bytes what has been received
     * @param end where it ends
     * @return the header; null if it is not complete
     * @throws ProxyHeaderRefused if it never will be one
     */
    static ProxyHeader read(byte[] bytes, int end) {
        if (begins(bytes, end, TEXT)) {
            return end < TEXT.length ? null : TextHeader.read(bytes, end);
        }
        if (begins(bytes, end, BINARY)) {
            return end < FIXED_PART ? null : BinaryHeader.read(bytes, end);
        }
        throw new ProxyHeaderRefused(ProxyFault.PROXY_HEADER_MISSING);
    }

    private static boolean begins(byte[] bytes, int end, byte[] signature) {
        for (int i = 0; i < end && i < signature.length; i++) {
            if (bytes[i] != signature[i]) {
                return false;
            }
        }
        return true;
    }
}
