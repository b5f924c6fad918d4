package dev.ringer.contract;

/**
 * Lists what Ringer does differently from the JDK's server on purpose. At least one differential test uses each
 * constant, and fails when the difference is gone. {@code docs/differences.md} shows this list as a table.
 */
enum IntendedDifference {
    // ---- life cycle

    STOP_BEFORE_START_RETURNS_AT_ONCE(
            "stop(n) of a server that was never started returns at once",
            "the JDK's server always waits for n seconds",
            Releases.all()),
    STOP_WHEN_IDLE_RETURNS_AT_ONCE(
            "stop(n) returns at once when no exchange is in progress",
            "early updates of JDK 17 always wait for n seconds",
            Releases.old17()),
    STOP_WAITS_FOR_REQUESTS_THAT_HAVE_BEGUN(
            "stop(n) waits for a request if the first byte of the request has arrived",
            "early updates of JDK 17 sometimes do not wait for such a request",
            Releases.old17()),
    STOP_FORGETS_FAILED_EXCHANGES(
            "stop(n) does not wait for an exchange that its handler left without an answer, by an exception or by"
                    + " close()",
            "before JDK 27, the JDK's server waits for all of n seconds",
            Releases.before(27)),
    DUPLICATE_CONTEXT_IS_REFUSED(
            "createContext throws an IllegalArgumentException if the path already has a context",
            "JDK 17 accepts the second context and never uses it",
            Releases.before(21)),
    // ---- filters and authenticators

    NULL_AUTHENTICATION_IS_A_FAILURE(
            "if an authenticator returns null, the server closes the connection",
            "with the JDK's server, the client waits for ever",
            Releases.all()),
    WRAPPED_EXCHANGE_MEETS_AUTHENTICATOR(
            "a filter may wrap the exchange in an object of its own, even if the context has an authenticator",
            "the JDK's server throws a ClassCastException",
            Releases.all()),
    REFUSAL_WAITS_FOR_NO_BODY(
            "if an authenticator refuses a request, the server does not wait for the body; if the rest of the body"
                    + " exceeds drainAmount, the server closes the connection",
            "a client without credentials blocks no thread; the JDK's server waits for the whole body, however long"
                    + " that takes",
            Releases.all()),
    MALFORMED_CREDENTIALS_ARE_REFUSED(
            "with a BasicAuthenticator, the server answers 401 to malformed credentials (Authorization: Basic %)",
            "RFC 9110 section 11.6.2; the JDK's server closes the connection without an answer", Releases.all()),

    // ---- requests

    LOCAL_ADDRESS_OUTLIVES_EXCHANGE(
            "getLocalAddress() still returns the address when the connection is closed",
            "access logs need the address; the JDK's server returns 0.0.0.0",
            Releases.all()),
    NULL_REMOVES_ATTRIBUTE(
            "setAttribute(name, null) removes the attribute",
            "early updates of JDK 17 throw a NullPointerException",
            Releases.old17()),
    SKIPPED_BYTES_COUNT(
            "bytes that InputStream.skip skips in a request body count as read",
            "JDK 17 and 21 wait for the skipped bytes a second time",
            Releases.before(25)),
    CONNECTION_IS_A_LIST(
            "the server reads the field Connection as a list of options, also over several field lines",
            "RFC 9110 section 7.6.1; the JDK's server overlooks close in a list (TE, close) or in a request's second"
                    + " field line",
            Releases.all()),
    TRAILERS_ARE_READ(
            "the server reads trailer fields of a request, and keeps them apart from the request headers",
            "RFC 9112 section 7.1.2; with the JDK's server, reading the body throws an IOException",
            Releases.all()),
    CONTINUE_WAITS_FOR_THE_READER(
            "the server sends 100 Continue when the handler reads the body, or before a response with a status below"
                    + " 300",
            "a handler can refuse a body before the client sends the body; the JDK's server always sends 100 Continue",
            Releases.all()),
    NO_CONTINUE_FOR_HTTP_1_0(
            "the server sends no 100 Continue to an HTTP/1.0 client",
            "RFC 9110 section 10.1.1 forbids it",
            Releases.all()),
    SMALL_BODIES_COME_FIRST(
            "if a request has a Content-Length of up to 64 KiB, the server calls the handler when the body has"
                    + " arrived; the server itself answers 408 if the body stalls, and 400 if the body ends early",
            "a slow client blocks no thread; the JDK's server calls the handler when the head has arrived",
            "ringer.bodyBuffer=0",
            Releases.all()),
    HOST_IS_REQUIRED(
            "the server answers 400 to an HTTP/1.1 request that has not exactly one valid Host field",
            "RFC 9112 section 3.2; the JDK's server does the same since the updates of October 2026",
            "sun.net.httpserver.disableHostValidation=true",
            Releases.beforeOctober2026()),
    TARGET_REPLACES_HOST(
            "if the request target contains a host (GET http://a/ HTTP/1.1), handlers see this host in the field Host",
            "RFC 9112 section 3.2.2; with the JDK's server, handlers see the Host that the client sent",
            Releases.all()),
    TARGET_WITH_A_SCHEME_HAS_A_HOST(
            "the server answers 400 to a request target with a scheme but without a valid host (x:/a, http:///a)",
            "RFC 9110 section 4.2.1; a proxy that checks paths could see another path than the handler",
            Releases.all()),
    CONNECT_IS_REFUSED(
            "the server answers 501 to CONNECT, whatever the request target is",
            "RFC 9110 section 9.3.6; the JDK's server calls a handler if the request target has a path",
            Releases.all()),

    // ---- responses

    LENGTH_BELOW_MINUS_ONE_MEANS_NONE(
            "sendResponseHeaders(code, n) with n below -1 means the same as with -1: no body",
            "the JDK's documentation says the same since JDK 26; the JDK's server throws an IllegalArgumentException",
            Releases.all()),
    INTERIM_STATUS_IS_INTERIM(
            "sendResponseHeaders with a status 1xx, except 101, sends an interim response; the handler calls the"
                    + " method again for the final response",
            "RFC 9110 section 15.2; the JDK's server ends the exchange, and the client waits for ever",
            Releases.all()),
    FRAMING_FIELDS_ARE_OURS(
            "the server never sends a Content-Length or Transfer-Encoding of the application that contradicts the"
                    + " response",
            "RFC 9112 section 6.2; the JDK's server also sends the field that contradicts the response",
            Releases.all()),
    FIELD_VALUES_ARE_CHECKED_WHEN_SENT(
            "sendResponseHeaders checks all field values again",
            "an application may have changed a list of values since the first check; early updates of JDK 17 then send"
                    + " CR and LF",
            Releases.old17()),
    FIELD_NAMES_ARE_CHECKED_WHEN_SENT(
            "sendResponseHeaders throws an IllegalArgumentException if a field name is no token, or if a value"
                    + " contains NUL",
            "RFC 9110 sections 5.1 and 5.5; the JDK's server sends such fields",
            Releases.all()),
    CONTROL_CHARACTERS_ARE_SPACES(
            "a field value of a response that is folded over several lines is sent as one line, and other control"
                    + " characters in values as spaces",
            "RFC 9112 section 5.2 and RFC 9110 section 5.5; the JDK's server sends them as they are",
            Releases.all()),
    STATUS_CODES_HAVE_THREE_DIGITS(
            "sendResponseHeaders throws an IllegalArgumentException if the status code does not have three digits",
            "RFC 9110 section 15; the JDK's server sends status lines that clients misread (JDK-8360132)",
            Releases.all()),
    ALL_CODES_HAVE_PHRASES(
            "status lines have a reason phrase for all codes of IANA's registry",
            "people and old clients read them; the JDK's server has none for 307, 308, 416 to 431 and others",
            Releases.all()),
    CLOSE_IS_ANNOUNCED(
            "if the server closes the connection after a response, the response contains Connection: close",
            "RFC 9112 section 9.6; the JDK's server adds this field only for HTTP/1.0 clients",
            Releases.all()),
    REJECTIONS_HAVE_A_DATE(
            "the error responses that the server itself makes have a Date field",
            "RFC 9110 section 6.6.1",
            Releases.all()),
    HEAD_REJECTION_HAS_NO_CONTENT(
            "the error responses that the server itself makes for HEAD requests have no content",
            "RFC 9110 section 9.3.2",
            Releases.all()),
    PENDING_BYTES_LEAVE_WITH_THE_HANDLER(
            "at the latest when handle() returns, the server sends all bytes that the handler has written, even if the"
                    + " exchange is still open",
            "another thread may finish the exchange later; since JDK 23 the JDK's server holds the written bytes back",
            Releases.since(23)),
    HEAD_WAITS_FOR_THE_BODY(
            "the server sends the response head together with the first bytes of the body",
            "one system call instead of two; before JDK 23 the JDK's server sends the head immediately",
            Releases.before(23)),
    TOO_FEW_BYTES_CLOSE_THE_CONNECTION(
            "if a response ends before its announced length, the server closes the connection, and logs one warning for the"
                    + " context",
            "the client sees that the response is truncated; with the JDK's server, the client waits for the rest",
            Releases.before(27)),
    KEEP_ALIVE_HAS_NO_MAXIMUM(
            "the Keep-Alive field for HTTP/1.0 clients has no parameter max",
            "early updates of JDK 17 send max=200, although a connection may serve more requests",
            Releases.old17()),
    UNREAD_BODY_HOLDS_NOBODY(
            "the end of an exchange does not wait for the rest of a request body that the handler has not read",
            "the JDK's server waits for the rest without a time limit",
            Releases.all()),

    // ---- failures

    UNCAUGHT_BODY_FAULTS_ARE_ANSWERED(
            "if a request body breaks a rule or a limit, and the handler does not catch the exception, the server"
                    + " answers with the status of the violation, such as 400, 408 or 413, unless a response has begun",
            "the client learns what is wrong; the JDK's server closes the connection without an answer",
            Releases.all()),
    ERRORS_CLOSE_THE_CONNECTION(
            "if a handler throws an Error, the server logs it and closes the connection, as after any other exception",
            "before JDK 27 the JDK's server leaves the connection open if the application has set an executor,"
                    + " and the Error reaches the UncaughtExceptionHandler of the executor's thread; to end the JVM when memory"
                    + " is exhausted, use -XX:+ExitOnOutOfMemoryError or catch the Error in a filter",
            Releases.before(27)),
    ONE_TASK_RUNS_SEVERAL_HANDLERS(
            "one task of a ThreadPoolExecutor or ForkJoinPool may run several handlers one after another, so the pool"
                    + " counts fewer tasks than exchanges; a subclass or a wrapper gets a task for each exchange",
            "to wake a thread for each request costs more than most handlers do",
            "`ringer.loopOnExecutor=false`",
            Releases.all()),
    INTERRUPT_ENDS_WITH_THE_HANDLER(
            "if a handler leaves its thread interrupted, the server still answers requests",
            "without an executor, the JDK's server then loops without end and answers no request",
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

    /** Returns whether the difference exists on this JDK release. */
    Releases.Verdict on(Runtime.Version version) {
        return releases.on(version);
    }

    /** Returns the row of a Markdown table: statement, reason, switch, releases. */
    String row() {
        return "| " + String.join(" | ", statement, reason, switchedBy, releases.toString()) + " |";
    }
}
