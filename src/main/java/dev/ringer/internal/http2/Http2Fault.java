package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;

/**
 * The faults of a client, except those of its frames and field blocks: in its messages, in its windows, or by the sheer
 * number of its actions. Each fault has the smallest scope that suffices: a stream, if possible.
 */
public enum Http2Fault {
    BAD_FIELD_NAME(400, "RFC 9113, 8.2.1", "A field name is no token in lower case"),
    BAD_FIELD_VALUE(400, "RFC 9113, 8.2.1", "Illegal character in a field value"),
    CONNECTION_FIELD(400, "RFC 9113, 8.2.2", "A field is about an HTTP/1.1 connection"),
    BAD_TE(400, "RFC 9113, 8.2.2", "TE is other than trailers"),
    UNKNOWN_PSEUDO_FIELD(400, "RFC 9113, 8.3", "A pseudo-field is none of a request"),
    PSEUDO_FIELD_REPEATED(400, "RFC 9113, 8.3", "A pseudo-field came twice"),
    PSEUDO_FIELD_AFTER_FIELDS(400, "RFC 9113, 8.3", "A pseudo-field stands behind a field"),
    PSEUDO_FIELD_IN_TRAILERS(400, "RFC 9113, 8.1", "A trailer section has a pseudo-field"),
    METHOD_MISSING(400, "RFC 9113, 8.3.1", "Missing :method"),
    BAD_METHOD(400, "RFC 9110, 9.1", "The method is not a token"),
    SCHEME_MISSING(400, "RFC 9113, 8.3.1", "Missing :scheme"),
    BAD_SCHEME(400, "RFC 3986, 3.1", "Bad :scheme"),
    PATH_MISSING(400, "RFC 9113, 8.3.1", "Missing :path"),
    BAD_PATH(400, "RFC 9113, 8.3.1", "Bad :path"),
    AUTHORITY_MISSING(400, "RFC 9113, 8.3.1", "Neither :authority nor Host"),
    BAD_AUTHORITY(400, "RFC 9113, 8.3.1", "Bad :authority or Host"),
    HOST_REPEATED(400, "RFC 9112, 3.2", "Multiple Host headers"),
    HOST_DIFFERS(400, "RFC 9113, 8.3.1", "Host differs from :authority"),
    CONNECT_UNSUPPORTED(501, "RFC 9113, 8.5", "CONNECT is not supported"),
    PROTOCOL_UNSUPPORTED(501, "RFC 9220, 3", "There is no tunnel for what :protocol says"),
    PROTOCOL_WITHOUT_CONNECT(400, "RFC 8441, 4", ":protocol is for CONNECT only"),
    BAD_CONTENT_LENGTH(400, "RFC 9113, 8.1.1", "Illegal Content-Length value"),
    CONTENT_LENGTH_REPEATED(400, "RFC 9113, 8.1.1", "Several values of Content-Length"),
    CONTENT_LENGTH_DIFFERS(400, "RFC 9113, 8.1.1", "The content is not as long as Content-Length says"),
    TRAILERS_WITHOUT_END(400, "RFC 9113, 8.1", "A trailer section does not end its stream"),
    TOO_MANY_FIELDS(431, "RFC 6585, 5", "Too many field lines"),
    HEAD_TOO_LARGE(431, "RFC 6585, 5", "The field section is too large"),
    HEAD_MEMORY_SPENT(503, "RFC 9110, 15.6.4", "The server has no memory for the head at present"),

    STREAM_WINDOW_EXCEEDED(
            Scope.STREAM, ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.1", "More than a stream's window"),
    STREAM_WINDOW_TOO_LARGE(Scope.STREAM, ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.1", "A window beyond 2^31 - 1"),
    WINDOW_EXCEEDED(ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.1", "More than the connection's window"),
    WINDOW_TOO_LARGE(ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.1", "The connection's window beyond 2^31 - 1"),
    INITIAL_WINDOW_SHIFTS_TOO_FAR(ErrorCode.FLOW_CONTROL_ERROR, "RFC 9113, 6.9.2", "A window beyond 2^31 - 1"),

    TOO_MANY_RESETS(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many streams were reset at once"),
    TOO_MANY_FAULTS(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many streams were at fault"),
    TOO_MANY_SETTINGS(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many SETTINGS"),
    TOO_MANY_EMPTY_FRAMES(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many empty DATA in a row"),
    ANSWERS_NOT_READ(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "Too many answers wait to be read"),
    TOO_MANY_CONTINUATIONS(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5.1", "Too many CONTINUATION of one block"),
    BLOCK_TOO_LARGE(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5.1", "A field block is too large"),
    BLOCK_TOO_SLOW(ErrorCode.ENHANCE_YOUR_CALM, "RFC 9113, 10.5", "A field block did not arrive in time");

    private enum Scope {
        STREAM,
        CONNECTION
    }

    private final Scope scope;
    private final ErrorCode code;
    private final int status;
    private final String rule;
    private final String text;

    /** Makes the fault of a message that is malformed or beyond a limit. */
    Http2Fault(int status, String rule, String text) {
        this(Scope.STREAM, ErrorCode.PROTOCOL_ERROR, status, rule, text);
    }

    /** Makes a fault after which a connection cannot go on. */
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

    /**
     * Whether the fault ends the connection, and not only its stream.
     *
     * @return true for a connection error (RFC 9113, 5.4.1), false for a stream error (5.4.2)
     */
    public boolean endsConnection() {
        return scope == Scope.CONNECTION;
    }

    /**
     * Returns the error code that is sent to the peer.
     *
     * @return the error code for GOAWAY or RST_STREAM
     */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns the status code of a response that may be sent before the stream is reset.
     *
     * @return a status code, or 0 where there is no response
     */
    public int status() {
        return status;
    }

    /**
     * Returns the rule that the client has broken.
     *
     * @return a reference such as {@code RFC 9113, 8.3}
     */
    public String rule() {
        return rule;
    }

    /**
     * Describes the fault in one line, without anything that the peer sent.
     *
     * @return an English sentence without its full stop
     */
    public String text() {
        return text;
    }
}
