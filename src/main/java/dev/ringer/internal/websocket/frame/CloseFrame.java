package dev.ringer.internal.websocket.frame;

import java.nio.charset.StandardCharsets;

/**
 * What a close frame says (RFC 6455, 5.5.1).
 *
 * @param code why, {@link CloseCode#NO_STATUS} if it does not say
 * @param reason a few words for people who debug; empty if there are none
 */
public record CloseFrame(int code, String reason) {
    /** The most octets of a reason. */
    public static final int MAX_REASON = 123;

    private static final int CODE_SIZE = 2;

    /**
     * Reads a close frame.
     *
     * @param payload all of it
     * @return what it says
     * @throws FrameRefused if it is at fault
     */
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

    /**
     * The frame's octets.
     *
     * @return none if it has no code
     */
    public byte[] payload() {
        if (code == CloseCode.NO_STATUS) {
            return new byte[0];
        }
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[CODE_SIZE + text.length];
        payload[0] = (byte) (code >>> 8);
        payload[1] = (byte) code;
        System.arraycopy(text, 0, payload, CODE_SIZE, text.length);
        return payload;
    }
}
