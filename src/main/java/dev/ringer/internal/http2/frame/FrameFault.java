package dev.ringer.internal.http2.frame;

/**
 * The faults that a frame can have by itself. Each fault says whether it ends the stream or the connection, and which
 * rule it breaks.
 */
public enum FrameFault {
    BAD_PREFACE(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 3.4", "The connection preface differs"),
    FIRST_FRAME_NOT_SETTINGS(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 3.4", "The first frame is not SETTINGS"),
    FRAME_TOO_LARGE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 4.2", "The frame is larger than announced"),
    TOO_MUCH_PADDING(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.1", "The padding is longer than the frame"),
    BLOCK_INTERRUPTED(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.10", "Another frame came within a field block"),
    CONTINUATION_OF_NOTHING(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.10", "CONTINUATION without a field block"),
    PUSH_PROMISE_FROM_CLIENT(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 8.4", "A client cannot push"),

    STREAM_ZERO(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6", "A frame of a stream came on stream 0"),
    NOT_STREAM_ZERO(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6", "A frame of the connection came on a stream"),
    EVEN_STREAM(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 5.1.1", "Streams of clients have odd numbers"),

    BAD_DATA_SIZE(Scope.STREAM, ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.1", "DATA without its padding's length"),
    BAD_HEADERS_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.2", "HEADERS is too short for its flags"),
    BAD_PRIORITY_SIZE(Scope.STREAM, ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.3", "PRIORITY is not of 5 octets"),
    DEPENDS_ON_ITSELF(Scope.STREAM, ErrorCode.PROTOCOL_ERROR, "RFC 7540, 5.3.1", "The stream depends on itself"),
    BAD_RST_STREAM_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.4", "RST_STREAM is not of 4 octets"),
    BAD_PING_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.7", "PING is not of 8 octets"),
    BAD_GOAWAY_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.8", "GOAWAY is of fewer than 8 octets"),
    BAD_WINDOW_UPDATE_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.9", "WINDOW_UPDATE is not of 4 octets"),
    NO_INCREMENT(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.9", "WINDOW_UPDATE of 0"),
    NO_STREAM_INCREMENT(Scope.STREAM, ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.9", "WINDOW_UPDATE of 0"),
    BAD_PRIORITY_UPDATE_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9218, 7.1", "PRIORITY_UPDATE of fewer than 4 octets"),
    PRIORITY_UPDATE_OF_STREAM_ZERO(ErrorCode.PROTOCOL_ERROR, "RFC 9218, 7.1", "PRIORITY_UPDATE names stream 0"),

    BAD_SETTINGS_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.5", "SETTINGS is not made of entries of 6 octets"),
    BAD_SETTINGS_ACK_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.5", "The acknowledgement of SETTINGS is not empty"),
    BAD_ENABLE_PUSH(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.5.2", "ENABLE_PUSH is neither 0 nor 1"),
    INITIAL_WINDOW_TOO_LARGE(ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.5.2", "INITIAL_WINDOW_SIZE is too large"),
    BAD_MAX_FRAME_SIZE(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.5.2", "MAX_FRAME_SIZE is out of its range"),
    BAD_ENABLE_CONNECT_PROTOCOL(ErrorCode.PROTOCOL_ERROR, "RFC 8441, 3", "ENABLE_CONNECT_PROTOCOL is not 0 or 1"),
    BAD_NO_RFC7540_PRIORITIES(ErrorCode.PROTOCOL_ERROR, "RFC 9218, 2.1", "NO_RFC7540_PRIORITIES is not 0 or 1");

    private enum Scope {
        STREAM,
        CONNECTION
    }

    private final Scope scope;
    private final ErrorCode code;
    private final String rule;
    private final String text;

    FrameFault(ErrorCode code, String rule, String text) {
        this(Scope.CONNECTION, code, rule, text);
    }

    FrameFault(Scope scope, ErrorCode code, String rule, String text) {
        this.scope = scope;
        this.code = code;
        this.rule = rule;
        this.text = text;
    }

    /**
     * Whether the fault ends the connection. Any other fault ends only the stream of the frame.
     *
     * @return true for a connection error (RFC 9113, 5.4.1), false for a stream error (5.4.2)
     */
    public boolean endsConnection() {
        return scope == Scope.CONNECTION;
    }

    /**
     * Returns the error code that the peer receives.
     *
     * @return the error code for GOAWAY or RST_STREAM
     */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns the rule that is broken.
     *
     * @return such as {@code RFC 9113, 6.1}
     */
    public String rule() {
        return rule;
    }

    /**
     * Returns the fault in one line, without anything that the peer sent.
     *
     * @return an English sentence without its full stop
     */
    public String text() {
        return text;
    }
}
