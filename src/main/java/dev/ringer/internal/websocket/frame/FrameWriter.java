package dev.ringer.internal.websocket.frame;

import java.nio.ByteBuffer;

/** Composes the heads of a server's frames (RFC 6455, 5.2), which are not masked. Stateless. */
public final class FrameWriter {
    /** The size of the longest head, in octets. */
    public static final int MAX_HEAD_SIZE = 10;

    /** Flag in the first octet: the frame is the last of its message. */
    public static final int LAST = 0x80;

    /** Flag in the first octet of a message's first frame: the message is compressed. */
    public static final int COMPRESSED = 0x40;

    private static final int MAX_SHORT = 125;
    private static final int IN_16_BITS = 126;
    private static final int IN_64_BITS = 127;
    private static final int MAX_16_BITS = 0xffff;

    private FrameWriter() {}

    /** Returns the size of the head for a payload of {@code length} octets: 2, 4 or 10 octets. */
    public static int headSize(long length) {
        return length <= MAX_SHORT ? 2 : length <= MAX_16_BITS ? 4 : MAX_HEAD_SIZE;
    }

    /**
     * Composes a head.
     *
     * @param to a buffer in network byte order, with at least {@link #headSize} free octets
     * @param first the first octet: opcode and flags
     * @param length the length of the payload
     */
    public static void head(ByteBuffer to, int first, long length) {
        to.put((byte) first);
        if (length <= MAX_SHORT) {
            to.put((byte) length);
        } else if (length <= MAX_16_BITS) {
            to.put((byte) IN_16_BITS).putShort((short) length);
        } else {
            to.put((byte) IN_64_BITS).putLong(length);
        }
    }
}
