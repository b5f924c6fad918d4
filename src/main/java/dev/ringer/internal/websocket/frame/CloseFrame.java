package dev.ringer.internal.websocket.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The content of a close frame (RFC 6455, 5.5.1).
 *
 * @param code the close code; {@link CloseCode#NO_STATUS} if the frame has none
 * @param reason a few words for people who debug; empty if there are none
 */
public record CloseFrame(int code, String reason) {
    /** The most octets that the reason may have. */
    public static final int MAX_REASON = 123;

    private static final int CODE_SIZE = 2;

    /** Parses the payload of a close frame. Throws {@link FrameRefused} if the payload breaks a rule. */
    public static CloseFrame parse(byte[] payload) {
        if (payload.length == 0) {
            return new CloseFrame(CloseCode.NO_STATUS, "");
        }
        if (payload.length < CODE_SIZE) {
            throw new FrameRefused(FrameFault.BAD_CLOSE_LENGTH);
        }
        int code = (payload[0] & 0xff) << 8 | payload[1] & 0xff;
        if (!CloseCode.isSendable(code)) {
            throw new FrameRefused(FrameFault.BAD_CLOSE_CODE);
        }
        if (Utf8.check(Utf8.COMPLETE, payload, CODE_SIZE, payload.length) != Utf8.COMPLETE) {
            throw new FrameRefused(FrameFault.BAD_CLOSE_REASON);
        }
        String reason = new String(payload, CODE_SIZE, payload.length - CODE_SIZE, StandardCharsets.UTF_8);
        return new CloseFrame(code, reason);
    }

    /** Returns the payload of the close frame; an empty array if the frame has no code. */
    public byte[] payload() {
        if (code == CloseCode.NO_STATUS) {
            return new byte[0];
        }
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(CODE_SIZE + text.length)
                .putShort((short) code)
                .put(text)
                .array();
    }
}
