package dev.ringer.internal.websocket.frame;

import java.nio.ByteBuffer;

/** Composes the heads of a server's frames (RFC 6455, 5.2), which are not masked. Stateless. */
public final class FrameWriter {
    /** The longest head. */
    public static final int MAX_HEAD_SIZE = 10;

    /** In the first octet: the last frame of its message. */
    public static final int LAST = 0x80;

    /** In the first octet of a message's first frame: the message is compressed. */
    public static final int COMPRESSED = 0x40;

    private static final int MAX_SHORT = 125;
    private static final int IN_16_BITS = 126;
    private static final int IN_64_BITS = 127;
    private static final int MAX_16_BITS = 0xffff;

    private FrameWriter() {}

    /**
     * How long a head is.
     *
     * @param length of the payload
     * @return 2, 4 or 10
     */
    public static int headSize(long length) {
        return length <= MAX_SHORT ? 2 : length <= MAX_16_BITS ? 4 : MAX_HEAD_SIZE;
    }

    /**
     * Composes a head.
     *
     * @param to has room for {@link #headSize}, in the network's byte order
     * @param first the first octet: opcode and flags
     * @param length of the payload
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
