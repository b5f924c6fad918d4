package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/**
 * Receives the content of a client's frames from {@link FrameReader}, one value after the other.
 *
 * <p>A buffer has one piece, from its position to its limit. The buffer is the reader's input, so the handler may use
 * it only during the call. The handler need not read the whole piece.
 */
public interface FrameHandler {
    /**
     * Receives the beginning of a DATA frame. Its pieces and its end follow.
     *
     * @param flowControlled octets that the frame takes from the flow-control windows: the content, the padding and the
     *     length field of the padding
     */
    void onData(int streamId, int flowControlled, boolean endStream);

    /** Receives the next piece of the content of the current DATA frame. The piece is not empty. */
    void onDataPiece(int streamId, ByteBuffer piece);

    /** Receives the end of the current DATA frame, after all its pieces. */
    void onDataEnd(int streamId, boolean endStream);

    /**
     * Receives the beginning of a field block. Calls of {@link #onBlockPiece} and perhaps {@link #onContinuation}
     * follow.
     *
     * @param length octets of the frame's payload
     * @param endStream whether no content follows the block
     */
    void onHeaders(int streamId, int length, boolean endStream);

    /**
     * Receives the beginning of a CONTINUATION frame of the current field block. Its payload has {@code length} octets.
     */
    void onContinuation(int streamId, int length);

    /** Receives the next piece of the current field block. The piece is not empty. */
    void onBlockPiece(int streamId, ByteBuffer piece);

    /** Receives the end of the current field block, after all its pieces. */
    void onBlockEnd(int streamId);

    /** Receives a valid PRIORITY frame without its content, because RFC 9113, 5.3.2, deprecates the content. */
    void onPriority(int streamId);

    /** Receives RST_STREAM. The client may send an unknown error code. */
    void onRstStream(int streamId, int code);

    /**
     * Receives one entry of SETTINGS, in the order of the frame. The reader has checked that the value is allowed.
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
     * @param payload the eight octets; the first one is the most significant
     */
    void onPing(boolean ack, long payload);

    /**
     * Receives GOAWAY with the number of the last stream of the server that the client has handled. The error code may
     * be unknown.
     */
    void onGoAway(int lastStreamId, int code);

    /** Receives WINDOW_UPDATE with an increment of at least 1. Stream 0 means the connection. */
    void onWindowUpdate(int streamId, int increment);

    /**
     * Receives PRIORITY_UPDATE (RFC 9218, 7.1).
     *
     * @param streamId the stream whose priority changes; not 0
     * @param value has the value of a Priority field in its first {@code length} octets; valid within the call only
     */
    void onPriorityUpdate(int streamId, byte[] value, int length);

    /** Receives a frame that has no effect: its type is unknown, or it is a PRIORITY_UPDATE of unusual length. */
    void onIgnored(int type, int length);

    /**
     * Receives a fault that ends only the stream of the frame. If the frame has a field block, the handler still
     * receives the pieces of the block, because the HPACK tables of the connection depend on them.
     */
    void onStreamFault(int streamId, Http2Fault fault);
}
