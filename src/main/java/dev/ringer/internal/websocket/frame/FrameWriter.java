package dev.ringer.internal.websocket.frame;

import java.nio.ByteBuffer;

/** Composes the heads of the frames that a server sends, which are not masked (RFC 6455, 5.2). Stateless. */
public final class FrameWriter {
    /** The size of the longest head, in octets. */
    public static final int MAX_HEAD_SIZE = 10;

    /** The flag in a frame's first octet that marks the last frame of a message. */
    public static final int LAST = 0x80;

    /** The flag in the first octet of a message's first frame that marks the message as compressed. */
    public static final int COMPRESSED = 0x40;

    private static final int MAX_SHORT = 125;
    private static final int IN_16_BITS = 126;
    private static final int IN_64_BITS = 127;
    private static final int MAX_16_BITS = 0xffff;

    private FrameWriter() {}

    /** Returns the size of a frame's head, if the payload has {@code length} octets: 2, 4 or 10 octets. */
    public static int headSize(long length) {
        return length <= MAX_SHORT ? 2 : length <= MAX_16_BITS ? 4 : MAX_HEAD_SIZE;
    }

    /**
     * Composes the head of a frame. Its first octet is {@code first}: opcode and flags. The buffer must be in network
     * byte order, and have at least {@link #headSize} free octets.
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
