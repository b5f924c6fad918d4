package dev.ringer.internal.websocket.frame;

/** The kinds of WebSocket frames (RFC 6455, 5.2). They are numbers, because an octet combines an opcode with flags. */
public final class Opcode {
    /** A further frame of a message that has begun. */
    public static final int CONTINUATION = 0x0;

    /** The first frame of a text message in UTF-8. */
    public static final int TEXT = 0x1;

    /** The first frame of a binary message. */
    public static final int BINARY = 0x2;

    /** A close frame. The sender sends no frame after it. */
    public static final int CLOSE = 0x8;

    /** Asks the peer for a pong. */
    public static final int PING = 0x9;

    /** Answers a ping, or shows that the sender is alive. */
    public static final int PONG = 0xA;

    private Opcode() {}

    /** Whether a frame of this kind is a control frame. Control frames may come between the frames of a message. */
    static boolean isControl(int opcode) {
        return opcode >= CLOSE;
    }

    static boolean isKnown(int opcode) {
        return opcode <= BINARY || opcode >= CLOSE && opcode <= PONG;
    }
}
