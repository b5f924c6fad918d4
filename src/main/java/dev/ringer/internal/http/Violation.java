package dev.ringer.internal.http;

import java.util.EnumSet;
import java.util.Set;

/**
 * The rules and limits that a request can break. Each constant has the status code for the error response, and names
 * the rule.
 */
public enum Violation {
    TOO_MANY_EMPTY_LINES(400, "RFC 9112, 2.2", "Too many empty lines before the request"),
    BAD_REQUEST_LINE(400, "RFC 9112, 3", "Bad request line"),
    BAD_METHOD(400, "RFC 9110, 9.1", "The request method must be a token, such as GET"),
    CONNECT_METHOD(501, "RFC 9110, 9.3.6", "CONNECT is not supported; this server is not a proxy"),
    BAD_VERSION(400, "RFC 9112, 2.3", "Invalid HTTP version"),
    UNSUPPORTED_VERSION(505, "RFC 9110, 15.6.6", "Only HTTP/1.0 and HTTP/1.1 are supported"),
    REQUEST_LINE_TOO_LONG(414, "RFC 9112, 3", "The request line is too long; shorten the URL"),
    CONTROL_IN_TARGET(400, "RFC 9112, 3.2", "Illegal character in the request target; percent-encode it"),
    BAD_TARGET(400, "RFC 9112, 3.2", "Bad request URI"),

    BARE_LF(400, "RFC 9112, 2.2", "LF without CR is not allowed in the request head"),
    BARE_CR(400, "RFC 9112, 2.2", "CR without LF is not allowed in the request head"),
    FOLDED_LINE(400, "RFC 9112, 5.2", "Header fields must not be folded over several lines"),
    BAD_FIELD_NAME(400, "RFC 9112, 5.1", "Header key contains illegal characters"),
    BAD_FIELD_VALUE(400, "RFC 9110, 5.5", "Header value contains illegal characters"),
    TOO_MANY_FIELDS(431, "RFC 6585, 5", "Too many header fields; send fewer"),
    HEAD_TOO_LARGE(431, "RFC 6585, 5", "The request head is too large; send fewer or smaller headers, such as cookies"),
    HEAD_TOO_SLOW(408, "RFC 9110, 15.5.9", "The request head did not arrive in time"),
    HEAD_MEMORY_SPENT(503, "RFC 9110, 15.6.4", "The server is receiving too many requests; try again later"),

    HOST_MISSING(400, "RFC 9112, 3.2", "Missing Host header"),
    HOST_REPEATED(400, "RFC 9112, 3.2", "Multiple Host headers"),
    BAD_HOST(400, "RFC 9112, 3.2", "Invalid Host header"),

    BAD_CONTENT_LENGTH(400, "RFC 9112, 6.3", "Illegal Content-Length value"),
    CONTENT_LENGTH_REPEATED(400, "RFC 9112, 6.3", "Conflicting or malformed headers detected"),
    CONTENT_LENGTH_WITH_CODING(400, "RFC 9112, 6.1", "Conflicting or malformed headers detected"),
    BAD_TRANSFER_CODING(400, "RFC 9112, 6.3", "Transfer-Encoding must name chunked exactly once, as its last coding"),
    UNKNOWN_TRANSFER_CODING(501, "RFC 9112, 6.1", "Unsupported Transfer-Encoding value"),
    CODING_ON_HTTP_1_0(400, "RFC 9112, 6.1", "Transfer-Encoding is not allowed in HTTP/1.0"),
    BODY_TOO_LARGE(413, "RFC 9110, 15.5.14", "The request body is too large"),

    BAD_CHUNK_SIZE(400, "RFC 9112, 7.1", "Invalid chunk size"),
    CHUNK_TOO_LARGE(400, "RFC 9112, 7.1", "The chunk size is too large"),
    CHUNK_LINE_TOO_LONG(400, "RFC 9112, 7.1.1", "The chunk line is too long"),
    BAD_CHUNK_EXTENSION(400, "RFC 9112, 7.1.1", "Invalid chunk extension"),
    CHUNK_EXTENSIONS_TOO_LARGE(400, "RFC 9112, 7.1.1", "Too many chunk extensions"),
    CHUNK_FRAMING_TOO_LARGE(400, "RFC 9112, 7.1", "Too much chunk framing for so little data; send larger chunks"),
    BAD_CHUNK_END(400, "RFC 9112, 7.1", "Chunk data must be followed by CRLF"),
    BAD_TRAILER(400, "RFC 9112, 7.1.2", "Invalid trailer section"),
    TRAILER_TOO_LARGE(431, "RFC 9112, 7.1.2", "The trailer section is too large"),

    BODY_TRUNCATED(400, "RFC 9112, 8", "The request body ended before it was complete"),
    BODY_STALLED(408, "RFC 9110, 15.5.9", "The request body stopped arriving"),
    BODY_TOO_SLOW(408, "RFC 9110, 15.5.9", "The request body arrived too slowly");

    /**
     * The violations that a server may tolerate. The JDK's server accepts them, and they cannot make a proxy and the
     * server disagree where a message ends (request smuggling).
     */
    private static final Set<Violation> TOLERABLE =
            EnumSet.of(BAD_METHOD, BAD_TARGET, FOLDED_LINE, BAD_FIELD_VALUE, HOST_MISSING, HOST_REPEATED, BAD_HOST);

    private final int status;
    private final String rule;
    private final String text;

    Violation(int status, String rule, String text) {
        this.status = status;
        this.rule = rule;
        this.text = text;
    }

    /** Returns the status code of the error response, which is sent only if a response is still possible. */
    public int status() {
        return status;
    }

    /** Returns the rule that the request breaks, such as {@code RFC 9112, 5.1}. */
    public String rule() {
        return rule;
    }

    /** Whether {@code ringer.compliance=legacy} tolerates the violation. */
    public boolean tolerable() {
        return TOLERABLE.contains(this);
    }

    /**
     * Returns the text that the application gets for a tolerated violation: the name of the constant, a colon, and a
     * link to the rule.
     */
    public String listing() {
        int comma = rule.indexOf(", ");
        String number = rule.substring("RFC ".length(), comma);
        return name() + ": https://www.rfc-editor.org/rfc/rfc" + number + "#section-" + rule.substring(comma + 2);
    }

    /**
     * Returns an English sentence about the violation, without a full stop. The sentence contains nothing that the
     * client sent.
     */
    public String text() {
        return text;
    }
}
