package dev.ringer.internal.websocket.frame;

/** What a frame is (RFC 6455, 5.2). Numbers instead of an enum: they stand in the first octet beside the flags. */
public final class Opcode {
    /** More of the message that has begun. */
    public static final int CONTINUATION = 0x0;

    /** A message in UTF-8. */
    public static final int TEXT = 0x1;

    /** A message of octets. */
    public static final int BINARY = 0x2;

    /** The sender's last frame. */
    public static final int CLOSE = 0x8;

    /** Asks for a pong. */
    public static final int PING = 0x9;

    /** Answers a ping, or says that somebody is there. */
    public static final int PONG = 0xA;

    private Opcode() {}

    /** Whether a frame of this kind stands between the frames of messages. */
    static boolean isControl(int opcode) {
        return opcode >= CLOSE;
    }

    static boolean isKnown(int opcode) {
        return opcode <= BINARY || opcode >= CLOSE && opcode <= PONG;
    }
}
