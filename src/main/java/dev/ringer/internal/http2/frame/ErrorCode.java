package dev.ringer.internal.http2.frame;

/** The error codes of HTTP/2 (RFC 9113, 7). The ordinal of each constant is its number in a frame. */
public enum ErrorCode {
    NO_ERROR,
    PROTOCOL_ERROR,
    INTERNAL_ERROR,
    FLOW_CONTROL_ERROR,
    SETTINGS_TIMEOUT,
    STREAM_CLOSED,
    FRAME_SIZE_ERROR,
    REFUSED_STREAM,
    CANCEL,
    COMPRESSION_ERROR,
    CONNECT_ERROR,
    ENHANCE_YOUR_CALM,
    INADEQUATE_SECURITY,
    HTTP_1_1_REQUIRED;

    /** Returns the number that stands for this error code in a frame. */
    public int code() {
        return ordinal();
    }
}
