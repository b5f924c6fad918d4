package dev.ringer.internal.websocket.frame;

/**
 * The kinds of frames (RFC 6455, 5.2). They are numbers and not an enum, because the first octet of a frame combines an
 * opcode with flags.
 */
public final class Opcode {
    /** Another frame of the message that has begun. */
    public static final int CONTINUATION = 0x0;

    /** A text message in UTF-8. */
    public static final int TEXT = 0x1;

    /** A binary message. */
    public static final int BINARY = 0x2;

    /** The sender's last frame. */
    public static final int CLOSE = 0x8;

    /** Asks for a pong. */
    public static final int PING = 0x9;

    /** Answers a ping, or shows that the sender is alive. */
    public static final int PONG = 0xA;

    private Opcode() {}

    /** Whether a frame of this kind is a control frame, which may come between the frames of a message. */
    static boolean isControl(int opcode) {
        return opcode >= CLOSE;
    }

    static boolean isKnown(int opcode) {
        return opcode <= BINARY || opcode >= CLOSE && opcode <= PONG;
    }
}
