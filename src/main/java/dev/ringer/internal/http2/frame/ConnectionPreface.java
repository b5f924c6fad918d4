package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The 24 octets with which a client begins (RFC 9113, 3.4). Stateless. */
public final class ConnectionPreface {
    private static final byte[] OCTETS = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** How many octets it has. */
    public static final int LENGTH = OCTETS.length;

    /** What the first octets of a connection say. */
    public enum Verdict {
        /** They are something else. */
        DIFFERS,
        /** They begin as the preface does, which is not complete yet. */
        BEGINS,
        /** They begin with the whole preface. */
        COMPLETE
    }

    private ConnectionPreface() {}

    /**
     * Compares the first octets of a connection, and takes none of them.
     *
     * @param input all octets so far, from its position on
     * @return what they say
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

    /** Whether the octet at an index of the preface is this one. */
    static boolean isOctet(int index, byte octet) {
        return OCTETS[index] == octet;
    }
}
