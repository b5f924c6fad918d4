package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/**
 * Writes the frames that a server sends. The caller must pass a buffer with enough space for the frame. Stateless.
 * Allocates no memory.
 */
public final class FrameWriter {
    /** The length of the head that precedes each frame's payload, in octets. */
    public static final int HEAD_SIZE = 9;

    /** The length of a PING or GOAWAY frame, in octets. */
    public static final int LONG_CONTROL_SIZE = HEAD_SIZE + Long.BYTES;

    /** The length of an RST_STREAM or WINDOW_UPDATE frame, in octets. */
    public static final int SHORT_CONTROL_SIZE = HEAD_SIZE + Integer.BYTES;

    private FrameWriter() {}

    /**
     * Writes a SETTINGS frame, which has {@link #HEAD_SIZE} octets, and six more octets for each setting.
     *
     * @param idsAndValues an identifier of {@link Setting}, its value, the next identifier and so on
     */
    public static void settings(ByteBuffer out, int... idsAndValues) {
        head(out, idsAndValues.length / 2 * Setting.SIZE, FrameType.SETTINGS, 0, 0);
        for (int i = 0; i < idsAndValues.length; i += 2) {
            out.putShort((short) idsAndValues[i]).putInt(idsAndValues[i + 1]);
        }
    }

    /** Writes an acknowledgement of the client's settings, which has {@link #HEAD_SIZE} octets. */
    public static void settingsAck(ByteBuffer out) {
        head(out, 0, FrameType.SETTINGS, Flags.ACK, 0);
    }

    /**
     * Writes a PING frame, which has {@link #LONG_CONTROL_SIZE} octets. If {@code ack} is true, the frame answers a
     * PING of the client and must repeat its payload.
     */
    public static void ping(ByteBuffer out, boolean ack, long payload) {
        head(out, Long.BYTES, FrameType.PING, ack ? Flags.ACK : 0, 0);
        out.putLong(payload);
    }

    /**
     * Writes a GOAWAY frame, which has {@link #LONG_CONTROL_SIZE} octets.
     *
     * @param lastStreamId the last stream that the server serves or may still serve
     */
    public static void goAway(ByteBuffer out, int lastStreamId, ErrorCode code) {
        head(out, Long.BYTES, FrameType.GOAWAY, 0, 0);
        out.putInt(lastStreamId).putInt(code.code());
    }

    /** Writes an RST_STREAM frame, which has {@link #SHORT_CONTROL_SIZE} octets. */
    public static void rstStream(ByteBuffer out, int streamId, ErrorCode code) {
        head(out, Integer.BYTES, FrameType.RST_STREAM, 0, streamId);
        out.putInt(code.code());
    }

    /** Writes a WINDOW_UPDATE frame, which has {@link #SHORT_CONTROL_SIZE} octets. Stream 0 means the connection. */
    public static void windowUpdate(ByteBuffer out, int streamId, int increment) {
        head(out, Integer.BYTES, FrameType.WINDOW_UPDATE, 0, streamId);
        out.putInt(increment);
    }

    /**
     * Writes the head of a DATA frame, which has {@link #HEAD_SIZE} octets. Then the caller must write {@code length}
     * octets of content. The length must not exceed the client's MAX_FRAME_SIZE.
     */
    public static void dataHead(ByteBuffer out, int streamId, int length, boolean endStream) {
        head(out, length, FrameType.DATA, endStream ? Flags.END_STREAM : 0, streamId);
    }

    public static int headersSize(int blockLength, int maxFrameSize) {
        int frames = Math.max(1, (blockLength + maxFrameSize - 1) / maxFrameSize);
        return frames * HEAD_SIZE + blockLength;
    }

    /**
     * Writes a field block as one HEADERS frame, and as many CONTINUATION frames as are needed. {@link #headersSize}
     * returns the number of octets that this method writes.
     *
     * @param maxFrameSize the client's MAX_FRAME_SIZE
     */
    public static void headers(
            ByteBuffer out, int streamId, boolean endStream, byte[] block, int from, int to, int maxFrameSize) {
        int type = FrameType.HEADERS;
        int flags = endStream ? Flags.END_STREAM : 0;
        int at = from;
        do {
            int length = Math.min(to - at, maxFrameSize);
            boolean last = at + length == to;
            head(out, length, type, last ? flags | Flags.END_HEADERS : flags, streamId);
            out.put(block, at, length);
            at += length;
            type = FrameType.CONTINUATION;
            flags = 0;
        } while (at < to);
    }

    private static void head(ByteBuffer out, int length, int type, int flags, int streamId) {
        out.putInt(length << Byte.SIZE | type).put((byte) flags).putInt(streamId);
    }
}
