package dev.ringer.internal.http2.frame;

/**
 * The rules that a client can break. If possible, a broken rule ends only the stream that it concerns. Other broken
 * rules end the connection.
 */
public enum Http2Fault {
    // rules for a single frame, which FrameReader checks
    BAD_PREFACE(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 3.4", "Invalid connection preface"),
    FIRST_FRAME_NOT_SETTINGS(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 3.4", "The first frame must be SETTINGS"),
    FRAME_TOO_LARGE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 4.2", "The frame exceeds SETTINGS_MAX_FRAME_SIZE"),
    TOO_MUCH_PADDING(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.1", "The padding does not fit in its frame"),
    BLOCK_INTERRUPTED(
            ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.10", "A field block must not be interrupted by another frame"),
    CONTINUATION_OF_NOTHING(
            ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.10", "Unexpected CONTINUATION frame: no field block is open"),
    PUSH_PROMISE_FROM_CLIENT(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 8.4", "Clients must not send PUSH_PROMISE"),

    STREAM_ZERO(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6", "This type of frame is not allowed on stream 0"),
    NOT_STREAM_ZERO(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6", "This type of frame is only allowed on stream 0"),
    EVEN_STREAM(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 5.1.1", "Clients must use odd stream numbers"),

    BAD_DATA_SIZE(
            Scope.STREAM, ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.1", "The DATA frame is too short for its flags"),
    BAD_HEADERS_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.2", "The HEADERS frame is too short for its flags"),
    BAD_PRIORITY_SIZE(
            Scope.STREAM, ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.3", "A PRIORITY frame must be 5 octets long"),
    DEPENDS_ON_ITSELF(Scope.STREAM, ErrorCode.PROTOCOL_ERROR, "RFC 7540, 5.3.1", "A stream must not depend on itself"),
    BAD_RST_STREAM_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.4", "An RST_STREAM frame must be 4 octets long"),
    BAD_PING_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.7", "A PING frame must be 8 octets long"),
    BAD_GOAWAY_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.8", "A GOAWAY frame must be at least 8 octets long"),
    BAD_WINDOW_UPDATE_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.9", "A WINDOW_UPDATE frame must be 4 octets long"),
    NO_INCREMENT(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.9", "The increment in a WINDOW_UPDATE frame must not be 0"),
    NO_STREAM_INCREMENT(
            Scope.STREAM,
            ErrorCode.PROTOCOL_ERROR,
            "RFC 9113, 6.9",
            "The increment in a WINDOW_UPDATE frame must not be 0"),
    BAD_PRIORITY_UPDATE_SIZE(
            ErrorCode.FRAME_SIZE_ERROR, "RFC 9218, 7.1", "A PRIORITY_UPDATE frame must be at least 4 octets long"),
    PRIORITY_UPDATE_OF_STREAM_ZERO(
            ErrorCode.PROTOCOL_ERROR, "RFC 9218, 7.1", "A PRIORITY_UPDATE frame must not name stream 0"),

    BAD_SETTINGS_SIZE(
            ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.5", "The length of a SETTINGS frame must be a multiple of 6"),
    BAD_SETTINGS_ACK_SIZE(ErrorCode.FRAME_SIZE_ERROR, "RFC 9113, 6.5", "A SETTINGS acknowledgement must be empty"),
    BAD_ENABLE_PUSH(ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.5.2", "SETTINGS_ENABLE_PUSH must be 0 or 1"),
    INITIAL_WINDOW_TOO_LARGE(
            ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.5.2", "SETTINGS_INITIAL_WINDOW_SIZE must not exceed 2^31 - 1"),
    BAD_MAX_FRAME_SIZE(
            ErrorCode.PROTOCOL_ERROR, "RFC 9113, 6.5.2", "SETTINGS_MAX_FRAME_SIZE must be from 16384 to 16777215"),
    BAD_ENABLE_CONNECT_PROTOCOL(
            ErrorCode.PROTOCOL_ERROR, "RFC 8441, 3", "SETTINGS_ENABLE_CONNECT_PROTOCOL must be 0 or 1"),
    BAD_NO_RFC7540_PRIORITIES(
            ErrorCode.PROTOCOL_ERROR, "RFC 9218, 2.1", "SETTINGS_NO_RFC7540_PRIORITIES must be 0 or 1"),

    // rules for a field block; a violation ends the connection with COMPRESSION_ERROR (RFC 9113, 4.3)
    INDEX_ZERO(ErrorCode.COMPRESSION_ERROR, "RFC 7541, 6.1", "A field line must not have index 0"),
    INDEX_BEYOND_TABLES(ErrorCode.COMPRESSION_ERROR, "RFC 7541, 2.3.3", "An index is too large for the header tables"),
    INTEGER_TOO_LONG(
            ErrorCode.COMPRESSION_ERROR,
            "RFC 7541, 5.1",
            "An integer must not have more than five continuation octets"),
    INTEGER_TOO_LARGE(ErrorCode.COMPRESSION_ERROR, "RFC 7541, 5.1", "An integer must not exceed 2^31 - 1"),
    PADDING_TOO_LONG(
            ErrorCode.COMPRESSION_ERROR, "RFC 7541, 5.2", "Huffman padding must not be longer than seven bits"),
    PADDING_NOT_ONES(ErrorCode.COMPRESSION_ERROR, "RFC 7541, 5.2", "Huffman padding must consist of ones"),
    EOS_IN_STRING(ErrorCode.COMPRESSION_ERROR, "RFC 7541, 5.2", "A Huffman-encoded string must not contain EOS"),
    SIZE_UPDATE_TOO_LARGE(
            ErrorCode.COMPRESSION_ERROR,
            "RFC 7541, 6.3",
            "A table size update must not exceed SETTINGS_HEADER_TABLE_SIZE"),
    SIZE_UPDATE_TOO_LATE(
            ErrorCode.COMPRESSION_ERROR, "RFC 7541, 4.2", "Table size updates must come before the field lines"),
    TOO_MANY_SIZE_UPDATES(
            ErrorCode.COMPRESSION_ERROR,
            "RFC 7541, 4.2",
            "A field block must not contain more than two table size updates"),
    BLOCK_CUT_OFF(ErrorCode.COMPRESSION_ERROR, "RFC 9113, 4.3", "The field block ends in the middle of a field line"),

    // rules for a request or response, and limits on requests
    BAD_FIELD_NAME(400, "RFC 9113, 8.2.1", "Header names must be lowercase tokens"),
    BAD_FIELD_VALUE(400, "RFC 9113, 8.2.1", "Header value contains illegal characters"),
    CONNECTION_FIELD(400, "RFC 9113, 8.2.2", "Connection-specific headers are not allowed in HTTP/2"),
    BAD_TE(400, "RFC 9113, 8.2.2", "The only value allowed in TE is trailers"),
    UNKNOWN_PSEUDO_FIELD(400, "RFC 9113, 8.3", "Unknown pseudo-header field"),
    PSEUDO_FIELD_REPEATED(400, "RFC 9113, 8.3", "Duplicate pseudo-header field"),
    PSEUDO_FIELD_AFTER_FIELDS(400, "RFC 9113, 8.3", "Pseudo-header fields must come before all other fields"),
    PSEUDO_FIELD_IN_TRAILERS(400, "RFC 9113, 8.1", "Pseudo-header fields are not allowed in trailers"),
    METHOD_MISSING(400, "RFC 9113, 8.3.1", "Missing :method"),
    BAD_METHOD(400, "RFC 9110, 9.1", "The request method must be a token, such as GET"),
    SCHEME_MISSING(400, "RFC 9113, 8.3.1", "Missing :scheme"),
    BAD_SCHEME(400, "RFC 3986, 3.1", "Invalid :scheme"),
    PATH_MISSING(400, "RFC 9113, 8.3.1", "Missing :path"),
    BAD_PATH(400, "RFC 9113, 8.3.1", "Invalid :path"),
    AUTHORITY_MISSING(400, "RFC 9113, 8.3.1", "Missing :authority or Host"),
    BAD_AUTHORITY(400, "RFC 9113, 8.3.1", "Invalid :authority or Host"),
    HOST_REPEATED(400, "RFC 9112, 3.2", "Multiple Host headers"),
    HOST_DIFFERS(400, "RFC 9113, 8.3.1", "Host must match :authority"),
    CONNECT_UNSUPPORTED(501, "RFC 9113, 8.5", "CONNECT is not supported"),
    PROTOCOL_UNSUPPORTED(501, "RFC 9220, 3", "Unsupported :protocol; only websocket is supported"),
    PROTOCOL_WITHOUT_CONNECT(400, "RFC 8441, 4", ":protocol is allowed only with CONNECT"),
    BAD_CONTENT_LENGTH(400, "RFC 9113, 8.1.1", "Illegal Content-Length value"),
    CONTENT_LENGTH_REPEATED(400, "RFC 9113, 8.1.1", "Multiple Content-Length values"),
    CONTENT_LENGTH_DIFFERS(400, "RFC 9113, 8.1.1", "The length of the request body does not match Content-Length"),
    TRAILERS_WITHOUT_END(400, "RFC 9113, 8.1", "Trailers must end their stream"),
    TOO_MANY_FIELDS(431, "RFC 6585, 5", "Too many header fields; send fewer"),
    HEAD_TOO_LARGE(431, "RFC 6585, 5", "The request headers or trailers are too large; send fewer or smaller ones"),
    HEAD_MEMORY_SPENT(503, "RFC 9110, 15.6.4", "The server is receiving too many requests; try again later"),

    // rules of flow control
    STREAM_WINDOW_EXCEEDED(
            Scope.STREAM,
            ErrorCode.FLOW_CONTROL_ERROR,
            "RFC 9113, 6.9.1",
            "DATA exceeds the flow-control window of its stream"),
    STREAM_WINDOW_TOO_LARGE(
            Scope.STREAM, ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.1", "A stream window must not exceed 2^31 - 1"),
    WINDOW_TOO_LARGE(ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.1", "The connection window must not exceed 2^31 - 1"),
    INITIAL_WINDOW_SHIFTS_TOO_FAR(
            ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.2", "A stream window must not exceed 2^31 - 1"),

    // limits on floods of valid frames
    TOO_MANY_RESETS(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many streams reset in a short time"),
    TOO_MANY_FAULTS(
            ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many streams violated the protocol in a short time"),
    TOO_MANY_REFUSED(
            ErrorCode.ENHANCE_YOUR_CALM,
            "RFC 9113, 10.5",
            "Too many streams beyond SETTINGS_MAX_CONCURRENT_STREAMS in a short time"),
    TOO_MANY_SETTINGS(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many SETTINGS frames in a short time"),
    TOO_MANY_EMPTY_FRAMES(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many empty DATA frames in a short time"),
    ANSWERS_NOT_READ(
            ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many frames are waiting for the client to read them"),
    TOO_MANY_CONTINUATIONS(
            ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5.1", "Too many CONTINUATION frames in one field block"),
    BLOCK_TOO_LARGE(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5.1", "A field block is too large"),
    BLOCK_TOO_SLOW(
            ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "The header or trailer section did not arrive in time");

    private enum Scope {
        STREAM,
        CONNECTION
    }

    private final Scope scope;
    private final ErrorCode code;
    private final int status;
    private final String rule;
    private final String text;

    /** Makes a constant for a malformed request or response (RFC 9113, 8.1.1), which ends only its stream. */
    Http2Fault(int status, String rule, String text) {
        this(Scope.STREAM, ErrorCode.PROTOCOL_ERROR, status, rule, text);
    }

    /** Makes a constant for a broken rule that ends the connection. */
    Http2Fault(ErrorCode code, String rule, String text) {
        this(Scope.CONNECTION, code, rule, text);
    }

    Http2Fault(Scope scope, ErrorCode code, String rule, String text) {
        this(scope, code, 0, rule, text);
    }

    Http2Fault(Scope scope, ErrorCode code, int status, String rule, String text) {
        this.scope = scope;
        this.code = code;
        this.status = status;
        this.rule = rule;
        this.text = text;
    }

    /** Whether the broken rule ends the connection (RFC 9113, 5.4.1) and not only a stream (RFC 9113, 5.4.2). */
    public boolean endsConnection() {
        return scope == Scope.CONNECTION;
    }

    /** Whether this is a rule for requests or responses. The other rules are about frames and flow control. */
    public boolean isOfMessage() {
        return status != 0;
    }

    /** Returns the error code of the GOAWAY or RST_STREAM that the server sends. */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns the status code of the error response that the server may send before it resets the stream; 0 if the
     * server sends no response.
     */
    public int status() {
        return status;
    }

    /** Returns the section that contains the broken rule, such as {@code RFC 9113, 8.3}. */
    public String rule() {
        return rule;
    }

    /**
     * Returns an English sentence about the broken rule, in one line and without the full stop. The sentence contains
     * nothing that the peer sent.
     */
    public String text() {
        return text;
    }
}
