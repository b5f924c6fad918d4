package dev.ringer.contract;

/**
 * The one list of what Ringer does otherwise than the JDK's server, on purpose. Every constant is used by at least one
 * differential test, which fails when the difference is gone. The table of {@code docs/differences.md} is this list.
 */
enum IntendedDifference {
    // ---- life cycle

    STOP_BEFORE_START_RETURNS_AT_ONCE(
            "stop(n) of a server that was never started returns at once",
            "the JDK's server waits all of n seconds for nothing",
            Releases.all()),
    STOP_WHEN_IDLE_RETURNS_AT_ONCE(
            "stop(n) returns at once when no exchange is in progress",
            "early updates of 17 wait all of n seconds for nothing",
            Releases.old17()),
    STOP_WAITS_FOR_REQUESTS_THAT_HAVE_BEGUN(
            "stop(n) waits for a request of which the first byte has come",
            "early updates of 17 sometimes miss it",
            Releases.old17()),
    STOP_FORGETS_FAILED_EXCHANGES(
            "stop(n) does not wait for an exchange whose handler threw or closed it without an answer",
            "before 27 the JDK's server never forgets such an exchange",
            Releases.before(27)),
    DUPLICATE_CONTEXT_IS_REFUSED(
            "a second context with the same path is an IllegalArgumentException",
            "17 accepts it and never uses it",
            Releases.before(21)),
    // ---- filters and authenticators

    NULL_AUTHENTICATION_IS_A_FAILURE(
            "an authenticator that returns null closes the connection",
            "with the JDK's server the client waits for ever",
            Releases.all()),
    WRAPPED_EXCHANGE_MEETS_AUTHENTICATOR(
            "a filter may pass on an exchange of its own class although an authenticator is set",
            "the JDK's server fails with a ClassCastException",
            Releases.all()),
    REFUSAL_WAITS_FOR_NO_BODY(
            "an authenticator's refusal does not wait for the body; one beyond the drain amount costs the connection",
            "a client without credentials holds nobody; the JDK's server reads the body to its end, however long it takes",
            Releases.all()),
    MALFORMED_CREDENTIALS_ARE_REFUSED(
            "malformed credentials (Authorization: Basic %) get 401 from a BasicAuthenticator",
            "RFC 9110 section 11.6.2; with the JDK's server they are an exception that closes the connection",
            Releases.all()),

    // ---- requests

    LOCAL_ADDRESS_OUTLIVES_EXCHANGE(
            "getLocalAddress() stays true after the end of the exchange",
            "for access logs; the JDK's server says 0.0.0.0 then",
            Releases.all()),
    NULL_REMOVES_ATTRIBUTE(
            "setAttribute(name, null) removes the attribute",
            "early updates of 17 throw a NullPointerException",
            Releases.old17()),
    SKIPPED_BYTES_COUNT(
            "bytes of a body that are skipped count as read",
            "17 and 21 wait for them a second time",
            Releases.before(25)),
    CONNECTION_IS_A_LIST(
            "Connection is read as a list of options, over all its lines",
            "RFC 9110 section 7.6.1; the JDK's server looks at the first line as a whole",
            Releases.all()),
    TRAILERS_ARE_READ(
            "trailer fields of a request are read, and kept apart from its headers",
            "RFC 9112 section 7.1.2; the JDK's server fails the body",
            Releases.all()),
    CONTINUE_WAITS_FOR_THE_READER(
            "100 Continue is sent when the handler reads the body, or in front of an answer below 300",
            "a handler can refuse a body before it is sent; the JDK's server always asks for it",
            Releases.all()),
    NO_CONTINUE_FOR_HTTP_1_0("no 100 Continue to HTTP/1.0", "RFC 9110 section 10.1.1 forbids it", Releases.all()),
    SMALL_BODIES_COME_FIRST(
            "a handler is called when a body of up to 64 KiB with a Content-Length has arrived; one that stalls or ends early"
                    + " gets 408 or 400, and no handler",
            "a slow client holds no thread; the JDK's server calls the handler when it has the head",
            "ringer.bodyBuffer=0",
            Releases.all()),
    HOST_IS_REQUIRED(
            "a request of HTTP/1.1 without exactly one valid Host is refused with 400",
            "RFC 9112 section 3.2; the JDK's updates of October 2026 do the same",
            "sun.net.httpserver.disableHostValidation=true",
            Releases.beforeOctober2026()),
    TARGET_REPLACES_HOST(
            "the host of an absolute target (GET http://a/ HTTP/1.1) is what handlers see as Host",
            "RFC 9112 section 3.2.2; the JDK's server leaves them the other one",
            Releases.all()),
    TARGET_WITH_A_SCHEME_HAS_A_HOST(
            "a target with a scheme but without a valid host (x:/a, http:///a) is refused with 400",
            "RFC 9110 section 4.2.1; a filter in front may see another path",
            Releases.all()),
    CONNECT_IS_REFUSED(
            "CONNECT is refused with 501, whatever its target",
            "RFC 9110 section 9.3.6; the JDK's server hands it to a handler if its target has a path",
            Releases.all()),

    // ---- responses

    LENGTH_BELOW_MINUS_ONE_MEANS_NONE(
            "sendResponseHeaders(code, n) with n below -1 is the same as -1",
            "so says the documentation since 26; the JDK's server throws an IllegalArgumentException",
            Releases.all()),
    INTERIM_STATUS_IS_INTERIM(
            "sendResponseHeaders with 1xx, except 101, sends an interim response; call it again for the final response",
            "RFC 9110 section 15.2; the JDK's server ends the exchange and leaves the client waiting",
            Releases.all()),
    FRAMING_FIELDS_ARE_OURS(
            "a Content-Length or Transfer-Encoding that the application sets never contradicts the framing",
            "RFC 9112 section 6.2; the JDK's server sends both",
            Releases.all()),
    FIELD_VALUES_ARE_CHECKED_WHEN_SENT(
            "field values are checked once more when they are sent",
            "early updates of 17 let CR and LF through from lists that were changed later",
            Releases.old17()),
    FIELD_NAMES_ARE_CHECKED_WHEN_SENT(
            "field names of a response are tokens, otherwise IllegalArgumentException and nothing is sent",
            "RFC 9110 section 5.1; the JDK's server sends them",
            Releases.all()),
    CLOSE_IS_ANNOUNCED(
            "an answer after which the server closes the connection says Connection: close",
            "RFC 9112 section 9.6; the JDK's server says so to HTTP/1.0 only",
            Releases.all()),
    REJECTIONS_HAVE_A_DATE("the server's own error answers have a Date", "RFC 9110 section 6.6.1", Releases.all()),
    HEAD_REJECTION_HAS_NO_CONTENT(
            "the server's own error answers to HEAD have no content", "RFC 9110 section 9.3.2", Releases.all()),
    PENDING_BYTES_LEAVE_WITH_THE_HANDLER(
            "what was written leaves at the latest when handle() returns",
            "for exchanges that another thread finishes; from 23 the JDK's server holds it back",
            Releases.since(23)),
    HEAD_WAITS_FOR_THE_BODY(
            "the head leaves together with the first bytes of the body",
            "one system call instead of two; before 23 the JDK's server sends the head immediately",
            Releases.before(23)),
    TOO_FEW_BYTES_CLOSE_THE_CONNECTION(
            "an answer that ends before its length closes the connection",
            "the client sees the truncation; the JDK's server leaves it waiting",
            Releases.before(27)),
    KEEP_ALIVE_HAS_NO_MAXIMUM(
            "Keep-Alive to HTTP/1.0 names no maximum",
            "the number meant something else; gone from the JDK's later releases",
            Releases.old17()),
    UNREAD_BODY_HOLDS_NOBODY(
            "close() does not wait for the rest of a body that nobody reads",
            "the JDK's server waits for it without a time limit",
            Releases.all()),

    // ---- failures

    ERRORS_CLOSE_THE_CONNECTION(
            "a handler that throws an Error costs the connection, as any other exception does",
            "before 27 the JDK's server leaves the connection open when an executor is set",
            Releases.before(27)),
    INTERRUPT_ENDS_WITH_THE_HANDLER(
            "a handler that leaves its thread interrupted does no harm",
            "without an executor the JDK's server spins from then on and answers nobody",
            Releases.all()),
    ;

    private final String statement;
    private final String reason;
    private final String switchedBy;
    private final Releases releases;

    IntendedDifference(String statement, String reason, Releases releases) {
        this(statement, reason, "none", releases);
    }

    IntendedDifference(String statement, String reason, String switchedBy, Releases releases) {
        this.statement = statement;
        this.reason = reason;
        this.switchedBy = switchedBy;
        this.releases = releases;
    }

    /** Whether it shows on this release. */
    Releases.Verdict on(Runtime.Version version) {
        return releases.on(version);
    }

    /** The row of a Markdown table: statement, reason, switch, releases. */
    String row() {
        return "| " + String.join(" | ", statement, reason, switchedBy, releases.toString()) + " |";
    }
}
