package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The 24 octets with which every HTTP/2 client begins a connection (RFC 9113, 3.4). Stateless. */
public final class ConnectionPreface {
    private static final byte[] OCTETS = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    public static final int LENGTH = OCTETS.length;

    /** The result of a comparison of the first octets of a connection with the preface. */
    public enum Verdict {
        /** The octets are neither the preface nor the beginning of the preface. */
        DIFFERS,
        /** The octets are the beginning of the preface, and the rest has not arrived yet. */
        BEGINS,
        /** The octets begin with the whole preface. */
        COMPLETE
    }

    private ConnectionPreface() {}

    /**
     * Compares the first octets of a connection with the preface.
     *
     * @param input all octets received so far, beginning at the buffer's position, which the method does not change
     */
    public static Verdict compare(ByteBuffer input) {
        int length = Math.min(input.remaining(), LENGTH);
        for (int i = 0; i < length; i++) {
            if (!isOctet(i, input.get(input.position() + i))) {
                return Verdict.DIFFERS;
            }
        }
        return length == LENGTH ? Verdict.COMPLETE : Verdict.BEGINS;
    }

    /** Whether the preface has this octet at this index. */
    static boolean isOctet(int index, byte octet) {
        return OCTETS[index] == octet;
    }
}
