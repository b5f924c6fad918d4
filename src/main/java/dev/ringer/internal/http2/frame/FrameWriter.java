package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/** Writes the frames of a server into buffers that have room for them. Stateless; allocates nothing. */
public final class FrameWriter {
    /** The length of the head before a frame's payload, in octets. */
    public static final int HEAD_SIZE = FrameReader.HEAD_SIZE;

    /** The length of a PING or GOAWAY frame, in octets. */
    public static final int LONG_CONTROL_SIZE = HEAD_SIZE + Long.BYTES;

    /** The length of an RST_STREAM or WINDOW_UPDATE frame, in octets. */
    public static final int SHORT_CONTROL_SIZE = HEAD_SIZE + Integer.BYTES;

    private static final int SETTING_SIZE = 6;

    private FrameWriter() {}

    /**
     * Writes SETTINGS.
     *
     * @param out has room for {@link #HEAD_SIZE} and six octets for each setting
     * @param idsAndValues an identifier of {@link Setting}, its value, the next identifier and so on
     */
    public static void settings(ByteBuffer out, int... idsAndValues) {
        head(out, idsAndValues.length / 2 * SETTING_SIZE, FrameType.SETTINGS, 0, 0);
        for (int i = 0; i < idsAndValues.length; i += 2) {
            out.putShort((short) idsAndValues[i]).putInt(idsAndValues[i + 1]);
        }
    }

    /**
     * Acknowledges the peer's settings.
     *
     * @param out has room for {@link #HEAD_SIZE}
     */
    public static void settingsAck(ByteBuffer out) {
        head(out, 0, FrameType.SETTINGS, Flags.ACK, 0);
    }

    /**
     * Writes PING.
     *
     * @param out has room for {@link #LONG_CONTROL_SIZE}
     * @param ack whether it answers the peer's
     * @param payload eight octets; an answer repeats those of the peer's PING
     */
    public static void ping(ByteBuffer out, boolean ack, long payload) {
        head(out, Long.BYTES, FrameType.PING, ack ? Flags.ACK : 0, 0);
        out.putLong(payload);
    }

    /**
     * Writes GOAWAY.
     *
     * @param out has room for {@link #LONG_CONTROL_SIZE}
     * @param lastStreamId the last stream that was or may be handled
     * @param code the reason
     */
    public static void goAway(ByteBuffer out, int lastStreamId, ErrorCode code) {
        head(out, Long.BYTES, FrameType.GOAWAY, 0, 0);
        out.putInt(lastStreamId).putInt(code.code());
    }

    /**
     * Writes RST_STREAM.
     *
     * @param out has room for {@link #SHORT_CONTROL_SIZE}
     * @param streamId the stream that ends
     * @param code the reason
     */
    public static void rstStream(ByteBuffer out, int streamId, ErrorCode code) {
        head(out, Integer.BYTES, FrameType.RST_STREAM, 0, streamId);
        out.putInt(code.code());
    }

    /**
     * Writes WINDOW_UPDATE.
     *
     * @param out has room for {@link #SHORT_CONTROL_SIZE}
     * @param streamId the stream whose window grows, or 0 for the connection's window
     * @param increment at least 1
     */
    public static void windowUpdate(ByteBuffer out, int streamId, int increment) {
        head(out, Integer.BYTES, FrameType.WINDOW_UPDATE, 0, streamId);
        out.putInt(increment);
    }

    /**
     * Writes a DATA frame up to its content.
     *
     * @param out has room for {@link #HEAD_SIZE}
     * @param streamId the stream of the content
     * @param length how many octets of content follow, within the peer's MAX_FRAME_SIZE
     * @param endStream whether nothing follows this content
     */
    public static void dataHead(ByteBuffer out, int streamId, int length, boolean endStream) {
        head(out, length, FrameType.DATA, endStream ? Flags.END_STREAM : 0, streamId);
    }

    /**
     * Returns how much room {@link #headers} needs.
     *
     * @param blockLength the length of the field block, in octets
     * @param maxFrameSize the peer's MAX_FRAME_SIZE
     * @return the size of all frames, in octets
     */
    public static int headersSize(int blockLength, int maxFrameSize) {
        int frames = Math.max(1, (blockLength + maxFrameSize - 1) / maxFrameSize);
        return frames * HEAD_SIZE + blockLength;
    }

    /**
     * Writes a field block as HEADERS, and as many CONTINUATION frames as it needs.
     *
     * @param out has room for as many octets as {@link #headersSize} returns
     * @param streamId the stream of the block
     * @param endStream whether no content follows
     * @param block holds the encoded block
     * @param from where it begins
     * @param to where it ends, exclusive
     * @param maxFrameSize the peer's MAX_FRAME_SIZE
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
