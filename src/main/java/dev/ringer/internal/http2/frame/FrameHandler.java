package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/**
 * Receives the content of a client's frames from {@link FrameReader}, one value after the other.
 *
 * <p>Each buffer that is handed over holds one piece, from its position to its limit. The buffer is the reader's own
 * input. The handler may use the piece within the call only. It may read from the buffer or leave the buffer alone.
 */
public interface FrameHandler {
    /**
     * Receives the beginning of a DATA frame. Its pieces and its end follow.
     *
     * @param streamId odd
     * @param flowControlled what the frame takes from the flow-control windows, in octets: the content, the padding and
     *     the padding's length field
     * @param endStream whether this is the stream's last frame
     */
    void onData(int streamId, int flowControlled, boolean endStream);

    /**
     * Receives a piece of the content of DATA, as it arrives.
     *
     * @param streamId as in {@link #onData}
     * @param piece not empty
     */
    void onDataPiece(int streamId, ByteBuffer piece);

    /**
     * Receives the end of a DATA frame: all of it has arrived.
     *
     * @param streamId as in {@link #onData}
     * @param endStream as in {@link #onData}
     */
    void onDataEnd(int streamId, boolean endStream);

    /**
     * Receives the beginning of a field block. Its pieces follow, and perhaps {@link #onContinuation}.
     *
     * @param streamId odd
     * @param length the length of the frame's payload, in octets
     * @param endStream whether the stream has no more content
     */
    void onHeaders(int streamId, int length, boolean endStream);

    /**
     * Receives the beginning of a CONTINUATION frame, which continues the present field block.
     *
     * @param streamId the stream of the block
     * @param length the length of the frame's payload, in octets
     */
    void onContinuation(int streamId, int length);

    /**
     * Receives a piece of the present field block, as it arrives.
     *
     * @param streamId the stream of the block
     * @param piece not empty
     */
    void onBlockPiece(int streamId, ByteBuffer piece);

    /**
     * Receives the end of the present field block: it is complete.
     *
     * @param streamId the stream of the block
     */
    void onBlockEnd(int streamId);

    /**
     * Receives a valid PRIORITY frame. It only counts as a frame, because its content is deprecated (RFC 9113, 5.3.2).
     *
     * @param streamId not 0
     */
    void onPriority(int streamId);

    /**
     * Receives RST_STREAM.
     *
     * @param streamId odd
     * @param code the error code as sent; may be an unknown one
     */
    void onRstStream(int streamId, int code);

    /**
     * Receives one entry of SETTINGS, in the order of the frame. The reader has checked that the value is allowed.
     *
     * @param id one of {@link Setting}, or any other; the handler must ignore the others
     * @param value from 0 to 2^32 - 1
     */
    void onSetting(int id, long value);

    /** Receives the end of a SETTINGS frame, which the handler must acknowledge. */
    void onSettingsEnd();

    /** Receives the peer's acknowledgement of our settings. */
    void onSettingsAck();

    /**
     * Receives PING.
     *
     * @param ack whether it answers one of ours
     * @param payload the eight octets, the first one as the highest
     */
    void onPing(boolean ack, long payload);

    /**
     * Receives GOAWAY.
     *
     * @param lastStreamId the last stream that the peer handled
     * @param code the error code as sent; may be an unknown one
     */
    void onGoAway(int lastStreamId, int code);

    /**
     * Receives WINDOW_UPDATE.
     *
     * @param streamId odd, or 0 for the connection
     * @param increment at least 1
     */
    void onWindowUpdate(int streamId, int increment);

    /**
     * Receives PRIORITY_UPDATE (RFC 9218, 7.1).
     *
     * @param streamId the stream whose priority changes; not 0
     * @param value holds a Priority field value from index 0 on; valid within the call only
     * @param length how many octets the value has
     */
    void onPriorityUpdate(int streamId, byte[] value, int length);

    /**
     * Receives a frame without meaning here: one of an unknown type, or PRIORITY_UPDATE with a value of unusual length.
     *
     * @param type the number of the type
     * @param length the length of the payload, in octets
     */
    void onIgnored(int type, int length);

    /**
     * Receives a fault that ends only the stream of the frame. Content on which other streams depend is handed over all
     * the same: the pieces of a field block, so that the tables stay in step.
     *
     * @param streamId not 0
     * @param fault one that does not end the connection
     */
    void onStreamFault(int streamId, FrameFault fault);
}
