package dev.ringer.testkit;

/**
 * Lists all features that an application can see on HTTP/1.1 and that HTTP/2 lacks. Each constant excludes at least one
 * contract test, or a part of one. {@code docs/http2.md} tells users what changes for them.
 */
public enum NotInHttp2 {
    CONNECTION_FIELDS(
            "Connection, Keep-Alive, Proxy-Connection, Transfer-Encoding and Upgrade fields", "RFC 9113, 8.2.2"),
    CHUNKS("chunks, with their extensions, and Transfer-Encoding", "RFC 9113, 8.1"),
    UPGRADE("101 Switching Protocols", "RFC 9113, 8.6"),
    VERSIONS("HTTP/1.0 and its rules", "RFC 9113, 8.3.1"),
    TEXT("request lines and field lines as text, and the violations that such text can have", "RFC 9113, 8.2.1"),
    TARGET_FORMS("targets that do not begin with /, other than OPTIONS *", "RFC 9113, 8.3.1"),
    ONE_AFTER_THE_OTHER("a connection whose requests wait for each other", "RFC 9113, 5"),
    CLOSE_AFTER_REFUSAL(
            "the end of the connection after a refused request, a failed handler, or a refused body",
            "RFC 9113, 5.4.2 and 8.1"),
    HALF_CLOSE("clients that end their side of the connection and still read responses", "RFC 9113, 9.1");

    private final String what;
    private final String section;

    NotInHttp2(String what, String section) {
        this.what = what;
        this.section = section;
    }

    /** Returns the reason to exclude a test. */
    String reason() {
        return "HTTP/2 has no " + what + " (" + section + ")";
    }
}
