package dev.ringer.testkit;

/**
 * Lists all features that an application can see on HTTP/1.1 and that HTTP/2 lacks. Each constant excludes at least one
 * contract test, or a part of one. {@code docs/http2.md} shows the list.
 */
public enum NotInHttp2 {
    CONNECTION_FIELDS(
            "Connection, Keep-Alive, Proxy-Connection, Transfer-Encoding and Upgrade fields",
            "RFC 9113, 8.2.2",
            "a request with such a field is malformed; the server drops such fields of a response; Connection: close does not end the connection"),
    CHUNKS(
            "chunks, with their extensions, and Transfer-Encoding",
            "RFC 9113, 8.1",
            "DATA frames; sendResponseHeaders(code, 0) shows no Transfer-Encoding in the headers"),
    UPGRADE(
            "101 Switching Protocols",
            "RFC 9113, 8.6",
            "sendResponseHeaders(101, n) throws an IllegalStateException, as on HTTP/1.1 if the client asked for no upgrade"),
    VERSIONS("HTTP/1.0 and its rules", "RFC 9113, 8.3.1", "getProtocol() is always HTTP/2.0"),
    TEXT(
            "request lines and field lines as text, and the violations that such text can have",
            "RFC 9113, 8.2.1",
            "the server resets the stream of a malformed request: PROTOCOL_ERROR"),
    TARGET_FORMS(
            "targets that do not begin with /, other than OPTIONS *",
            "RFC 9113, 8.3.1",
            "the client sends scheme and host in pseudo-fields: getRequestURI() returns the path, and Host has the host"),
    ONE_AFTER_THE_OTHER(
            "a connection whose requests wait for each other",
            "RFC 9113, 5",
            "with an executor, the exchanges of all open streams run at the same time, up to 128; without an executor, they run one after the other"),
    CLOSE_AFTER_REFUSAL(
            "the end of the connection after a refused request, a failed handler, or a refused body",
            "RFC 9113, 5.4.2 and 8.1",
            "the stream ends, by its answer or by RST_STREAM; other streams go on"),
    HALF_CLOSE(
            "clients that end their side of the connection and still read responses",
            "RFC 9113, 9.1",
            "a client ends each request by END_STREAM; if it ends its side of the connection, the connection ends");

    private final String what;
    private final String section;
    private final String instead;

    NotInHttp2(String what, String section, String instead) {
        this.what = what;
        this.section = section;
        this.instead = instead;
    }

    /** Returns the reason to exclude a test. */
    String reason() {
        return "HTTP/2 has no " + what + " (" + section + ")";
    }

    /** Returns the row of a Markdown table: the missing feature, the section of the RFC, and the replacement. */
    public String row() {
        return "| " + String.join(" | ", what, section, instead) + " |";
    }
}
