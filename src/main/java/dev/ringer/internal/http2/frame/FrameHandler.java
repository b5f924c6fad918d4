package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/**
 * Receives what {@link FrameReader} reads from a client, as plain values.
 *
 * <p>Content and field blocks arrive in pieces. Each piece is in a buffer, from its position to its limit. The buffer
 * is the reader's own input, so the handler may use it only during the call. The reader skips the bytes that the
 * handler does not read.
 */
public interface FrameHandler {
    /**
     * Receives the beginning of a DATA frame. Calls for the pieces and the end of the frame follow.
     *
     * @param flowControlled octets that count against the flow-control windows: the content, the padding and the length
     *     field of the padding
     */
    void onData(int streamId, int flowControlled, boolean endStream);

    /** Receives the next piece of the content of the current DATA frame. The piece is not empty. */
    void onDataPiece(int streamId, ByteBuffer piece);

    /** Receives the end of the current DATA frame, after all its pieces. */
    void onDataEnd(int streamId, boolean endStream);

    /**
     * Receives the beginning of a field block. Calls of {@link #onBlockPiece} follow, and of {@link #onContinuation} if
     * the block has several frames.
     *
     * @param length the length of the frame's payload, in octets
     * @param endStream whether no content follows the field block
     */
    void onHeaders(int streamId, int length, boolean endStream);

    /**
     * Receives the beginning of a CONTINUATION frame, which continues the current field block.
     *
     * @param length the length of the frame's payload, in octets
     */
    void onContinuation(int streamId, int length);

    /** Receives the next piece of the current field block. The piece is not empty. */
    void onBlockPiece(int streamId, ByteBuffer piece);

    /** Receives the end of the current field block, after all its pieces. */
    void onBlockEnd(int streamId);

    /** Receives a valid PRIORITY frame, but not its content, because RFC 9113, 5.3.2, deprecates that content. */
    void onPriority(int streamId);

    /** Receives RST_STREAM. The error code may be a number that {@link ErrorCode} does not have. */
    void onRstStream(int streamId, int code);

    /**
     * Receives one entry of a SETTINGS frame. The entries come in the order of the frame. The reader has checked that
     * each value is allowed.
     *
     * @param id one of {@link Setting}, or another number, which the handler must ignore
     * @param value from 0 to 2^32 - 1
     */
    void onSetting(int id, long value);

    /** Receives the end of a SETTINGS frame. The handler must acknowledge the frame. */
    void onSettingsEnd();

    /** Receives the client's acknowledgement of the server's settings. */
    void onSettingsAck();

    /**
     * Receives PING.
     *
     * @param ack whether the frame answers a PING of the server
     * @param payload the eight octets as one number, in network byte order
     */
    void onPing(boolean ack, long payload);

    /**
     * Receives GOAWAY. The error code may be a number that {@link ErrorCode} does not have.
     *
     * @param lastStreamId the last stream of the server that the client has handled
     */
    void onGoAway(int lastStreamId, int code);

    /** Receives WINDOW_UPDATE with an increment of at least 1. Stream 0 means the connection. */
    void onWindowUpdate(int streamId, int increment);

    /**
     * Receives PRIORITY_UPDATE (RFC 9218, 7.1).
     *
     * @param streamId the stream whose priority changes; not 0
     * @param value an array whose first {@code length} octets are the value of a Priority field; valid only during the
     *     call
     */
    void onPriorityUpdate(int streamId, byte[] value, int length);

    /**
     * Receives a frame that the handler can ignore. The frame has an unknown type, or is an unusually long
     * PRIORITY_UPDATE.
     */
    void onIgnored(int type, int length);

    /**
     * Receives a broken rule that ends only one stream. If the frame contains a field block, the handler still receives
     * the pieces of this block, because they can change the connection's HPACK table.
     */
    void onStreamFault(int streamId, Http2Fault fault);
}
