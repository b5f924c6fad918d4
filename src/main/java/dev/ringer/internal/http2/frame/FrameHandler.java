package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/**
 * Is told by {@link FrameReader} what the frames of a client say, one value after the other.
 *
 * <p>Buffers that are handed over hold one piece from position to limit. They are the reader's input itself: the piece is
 * to be used within the call, and may be read from or left alone.
 */
public interface FrameHandler {
    /**
     * DATA begins; its pieces and its end follow.
     *
     * @param streamId odd
     * @param flowControlled what the frame takes from the windows, in octets: content, padding and its length
     * @param endStream whether this is the stream's last frame
     */
    void onData(int streamId, int flowControlled, boolean endStream);

    /**
     * A piece of the content of DATA, as it arrives.
     *
     * @param streamId as said by {@link #onData}
     * @param piece not empty
     */
    void onDataPiece(int streamId, ByteBuffer piece);

    /**
     * All of a DATA frame is here.
     *
     * @param streamId as said by {@link #onData}
     * @param endStream as said there
     */
    void onDataEnd(int streamId, boolean endStream);

    /**
     * A field block begins. Its pieces follow, and perhaps {@link #onContinuation}.
     *
     * @param streamId odd
     * @param length of the frame's payload, in octets
     * @param endStream whether the stream has no more content
     */
    void onHeaders(int streamId, int length, boolean endStream);

    /**
     * A field block goes on with a frame of its own.
     *
     * @param streamId of the block
     * @param length of the frame's payload, in octets
     */
    void onContinuation(int streamId, int length);

    /**
     * A piece of the present field block, as it arrives.
     *
     * @param streamId of the block
     * @param piece not empty
     */
    void onBlockPiece(int streamId, ByteBuffer piece);

    /**
     * The present field block is complete.
     *
     * @param streamId of the block
     */
    void onBlockEnd(int streamId);

    /**
     * A sound PRIORITY frame, which only counts as a frame: what it says is deprecated (RFC 9113, 5.3.2).
     *
     * @param streamId not 0
     */
    void onPriority(int streamId);

    /**
     * RST_STREAM.
     *
     * @param streamId odd
     * @param code as sent; may be none that is known
     */
    void onRstStream(int streamId, int code);

    /**
     * One entry of SETTINGS, in their order; its value is known to be allowed.
     *
     * @param id one of {@link Setting}, or any other, which is to be ignored
     * @param value from 0 to 2^32 - 1
     */
    void onSetting(int id, long value);

    /** A SETTINGS frame is complete, and is to be acknowledged. */
    void onSettingsEnd();

    /** The peer acknowledges our settings. */
    void onSettingsAck();

    /**
     * PING.
     *
     * @param ack whether it answers one of ours
     * @param payload its eight octets, the first one as the highest
     */
    void onPing(boolean ack, long payload);

    /**
     * GOAWAY.
     *
     * @param lastStreamId the last stream that the peer handled
     * @param code as sent; may be none that is known
     */
    void onGoAway(int lastStreamId, int code);

    /**
     * WINDOW_UPDATE.
     *
     * @param streamId odd, or 0 for the connection
     * @param increment at least 1
     */
    void onWindowUpdate(int streamId, int increment);

    /**
     * PRIORITY_UPDATE (RFC 9218, 7.1).
     *
     * @param streamId whose priority is meant; not 0
     * @param value a Priority field value from index 0 on; to be used within the call
     * @param length how many octets the value has
     */
    void onPriorityUpdate(int streamId, byte[] value, int length);

    /**
     * A frame without meaning here: of an unknown type, or PRIORITY_UPDATE with a value of unusual length.
     *
     * @param type its number
     * @param length of its payload, in octets
     */
    void onIgnored(int type, int length);

    /**
     * A frame is at fault, and only its stream with it. What it says is told all the same where others depend on it: the
     * pieces of a field block, so that the tables stay in step.
     *
     * @param streamId not 0
     * @param fault one that does not end the connection
     */
    void onStreamFault(int streamId, FrameFault fault);
}
