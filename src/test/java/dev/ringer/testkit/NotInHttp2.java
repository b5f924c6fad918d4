package dev.ringer.testkit;

/**
 * The one list of what an application can see on HTTP/1.1 and HTTP/2 does not have. Every constant leaves out at least one
 * test of the contract, or a part of one; {@code docs/http2.md} shows the list.
 */
public enum NotInHttp2 {
    CONNECTION_FIELDS(
            "Connection, Keep-Alive, Proxy-Connection, Transfer-Encoding and Upgrade fields",
            "RFC 9113, 8.2.2",
            "requests with them are malformed; a handler's own are dropped, and its Connection: close ends the connection by GOAWAY"),
    CHUNKS(
            "chunks, with their extensions, and Transfer-Encoding",
            "RFC 9113, 8.1",
            "DATA frames; sendResponseHeaders(code, 0) shows no Transfer-Encoding in the headers"),
    UPGRADE(
            "101 Switching Protocols",
            "RFC 9113, 8.6",
            "sendResponseHeaders(101, n) is an IllegalStateException, as it is for a client that asked for no upgrade"),
    VERSIONS("HTTP/1.0 and its rules", "RFC 9113, 8.3.1", "getProtocol() is always HTTP/2.0"),
    TEXT(
            "request lines and field lines as text, and what can be wrong with them",
            "RFC 9113, 8.2.1",
            "malformed requests are reset: PROTOCOL_ERROR"),
    TARGET_FORMS(
            "targets that do not begin with /, other than OPTIONS *",
            "RFC 9113, 8.3.1",
            "scheme and host of an absolute target are fields of their own: getRequestURI() is the path, Host the host"),
    STATUS_CODES(
            "status codes of fewer or more than three digits",
            "RFC 9113, 8.3.2",
            "sendResponseHeaders is an IllegalArgumentException, and nothing is sent"),
    ONE_AFTER_THE_OTHER(
            "requests of a connection that wait for the one before",
            "RFC 9113, 5",
            "as many exchanges at a time as streams are open, up to 128; without executor still one after the other, until it returns"),
    CLOSE_AFTER_REFUSAL(
            "the end of the connection after a refused request, a failed handler, or a body that is not let in",
            "RFC 9113, 5.4.2 and 8.1",
            "the stream ends, by its answer or by RST_STREAM; others go on"),
    HALF_CLOSE(
            "clients that end their sending direction and read on",
            "RFC 9113, 9.1",
            "a request ends with its stream, by END_STREAM; the end of the client's bytes is the end of the connection");

    private final String what;
    private final String section;
    private final String instead;

    NotInHttp2(String what, String section, String instead) {
        this.what = what;
        this.section = section;
        this.instead = instead;
    }

    /** Why a test is left out. */
    String reason() {
        return "HTTP/2 has no " + what + " (" + section + ")";
    }

    /** The row of a Markdown table: what there is not, by which section, and what there is instead. */
    public String row() {
        return "| " + String.join(" | ", what, section, instead) + " |";
    }
}
