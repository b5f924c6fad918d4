package dev.ringer.contract;

/**
 * Lists what Ringer does differently from the JDK's server on purpose. At least one differential test uses each
 * constant, and fails when the difference is gone. {@code docs/differences.md} shows this list as a table.
 */
enum IntendedDifference {
    // ---- life cycle

    STOP_BEFORE_START_RETURNS_AT_ONCE(
            "`stop(n)` returns at once if the server was never started",
            "the JDK always waits n seconds",
            Releases.all()),
    STOP_WHEN_IDLE_RETURNS_AT_ONCE(
            "`stop(n)` returns at once if no exchange is in progress",
            "the JDK always waits n seconds",
            Releases.old17()),
    STOP_WAITS_FOR_REQUESTS_THAT_HAVE_BEGUN(
            "`stop(n)` waits for a request once its first byte has arrived",
            "the JDK sometimes doesn't",
            Releases.old17()),
    STOP_FORGETS_FAILED_EXCHANGES(
            "`stop(n)` doesn't wait for an exchange that its handler left unanswered, by an exception or by "
                    + "`close()`",
            "the JDK waits all n seconds for it",
            Releases.before(27)),
    DUPLICATE_CONTEXT_IS_REFUSED(
            "`createContext` throws an `IllegalArgumentException` if the path already has a context",
            "the JDK accepts the second one and never uses it",
            Releases.before(21)),
    // ---- filters and authenticators

    NULL_AUTHENTICATION_IS_A_FAILURE(
            "if an authenticator returns null, the connection is closed",
            "the JDK leaves the client waiting for ever",
            Releases.all()),
    WRAPPED_EXCHANGE_MEETS_AUTHENTICATOR(
            "a filter may wrap the exchange of a context with an authenticator",
            "the JDK throws a `ClassCastException`",
            Releases.all()),
    REFUSAL_WAITS_FOR_NO_BODY(
            "a request that its authenticator refuses is answered without waiting for the body; if more than "
                    + "`drainAmount` of it is left, the connection is closed",
            "clients without credentials can't tie up threads; the JDK waits for the whole body",
            Releases.all()),
    MALFORMED_CREDENTIALS_ARE_REFUSED(
            "`BasicAuthenticator` answers malformed credentials (`Authorization: Basic %`) with 401",
            "RFC 9110, 11.6.2; the JDK closes the connection without a response", Releases.all()),

    // ---- requests

    LOCAL_ADDRESS_OUTLIVES_EXCHANGE(
            "`getLocalAddress()` still works when the connection is closed",
            "access logs need it; the JDK returns 0.0.0.0",
            Releases.all()),
    NULL_REMOVES_ATTRIBUTE(
            "`setAttribute(name, null)` removes the attribute",
            "the JDK throws a `NullPointerException`",
            Releases.old17()),
    SKIPPED_BYTES_COUNT(
            "bytes of a request body that `skip` passes over count as read",
            "the JDK waits for them a second time",
            Releases.before(25)),
    CONNECTION_IS_A_LIST(
            "`Connection` is read as a list, across all its field lines",
            "RFC 9110, 7.6.1; the JDK misses `close` in a list (`TE, close`) or in a second line",
            Releases.all()),
    TRAILERS_ARE_READ(
            "request trailers are read, and kept apart from the headers",
            "RFC 9112, 7.1.2; the JDK fails to read the body",
            Releases.all()),
    CONTINUE_WAITS_FOR_THE_READER(
            "`100 Continue` goes out when the handler reads the body, or before a response with a status below "
                    + "300",
            "a handler can refuse a body before it's sent; the JDK always sends it",
            Releases.all()),
    NO_CONTINUE_FOR_HTTP_1_0("HTTP/1.0 clients get no `100 Continue`", "RFC 9110, 10.1.1 forbids it", Releases.all()),
    BODIES_COME_FIRST(
            "a request with a `Content-Length` of up to 64 KiB reaches its handler when the body is complete; if "
                    + "it stalls, the client gets 408, and 400 if it ends early. A chunked body counts as complete "
                    + "after 64 KiB or a pause of 1.5 s",
            "slow clients can't tie up threads; the JDK calls the handler at once",
            "`ringer.bodyBuffer=0`",
            Releases.all()),
    HOST_IS_REQUIRED(
            "an HTTP/1.1 request without exactly one valid `Host` gets 400",
            "RFC 9112, 3.2; so does the JDK since the updates of October 2026",
            "`sun.net.httpserver.disableHostValidation=true`",
            Releases.beforeOctober2026()),
    TARGET_REPLACES_HOST(
            "if the request target contains a host (`GET http://a/ HTTP/1.1`), that's what handlers find in "
                    + "`Host`",
            "RFC 9112, 3.2.2; the JDK shows what the client sent",
            Releases.all()),
    TARGET_WITH_A_SCHEME_HAS_A_HOST(
            "a request target with a scheme but no valid host (`x:/a`, `http:///a`) gets 400",
            "RFC 9110, 4.2.1; a proxy that checks paths could see another one than the handler",
            Releases.all()),
    CONNECT_IS_REFUSED(
            "`CONNECT` always gets 501",
            "RFC 9110, 9.3.6; the JDK calls a handler if the target has a path",
            Releases.all()),

    // ---- responses

    LENGTH_BELOW_MINUS_ONE_MEANS_NONE(
            "`sendResponseHeaders(code, n)` treats every n below -1 like -1: no body",
            "documented so since JDK 26; the JDK throws an `IllegalArgumentException`",
            Releases.all()),
    INTERIM_STATUS_IS_INTERIM(
            "`sendResponseHeaders` with a 1xx status other than 101 sends an interim response; call it again for "
                    + "the final one",
            "RFC 9110, 15.2; the JDK ends the exchange, and the client waits for ever",
            Releases.all()),
    FRAMING_FIELDS_ARE_OURS(
            "a `Content-Length` or `Transfer-Encoding` set by the application is dropped if it contradicts the "
                    + "response",
            "RFC 9112, 6.2; the JDK sends both",
            Releases.all()),
    FIELD_VALUES_ARE_CHECKED_WHEN_SENT(
            "field values are checked again when they are sent",
            "the application may have changed a list of values since; the JDK then sends CR and LF",
            Releases.old17()),
    FIELD_NAMES_ARE_CHECKED_WHEN_SENT(
            "`sendResponseHeaders` throws an `IllegalArgumentException` if a field name isn't a token or a value "
                    + "contains NUL",
            "RFC 9110, 5.1 and 5.5; the JDK sends them",
            Releases.all()),
    CONTROL_CHARACTERS_ARE_SPACES(
            "folded values are sent as one line, and other control characters as spaces",
            "RFC 9112, 5.2 and RFC 9110, 5.5; the JDK sends them as they are",
            Releases.all()),
    STATUS_CODES_HAVE_THREE_DIGITS(
            "`sendResponseHeaders` throws an `IllegalArgumentException` if the status doesn't have three digits",
            "RFC 9110, 15; clients misread what the JDK sends (JDK-8360132)",
            Releases.all()),
    ALL_CODES_HAVE_PHRASES(
            "every status code registered with IANA has its reason phrase",
            "people and old clients read them; the JDK has none for 307, 308, 416 to 431 and others",
            Releases.all()),
    CLOSE_IS_ANNOUNCED(
            "a response after which the connection is closed says `Connection: close`",
            "RFC 9112, 9.6; the JDK tells only HTTP/1.0 clients",
            Releases.all()),
    REJECTIONS_HAVE_A_DATE("the server's own error responses have a `Date`", "RFC 9110, 6.6.1", Releases.all()),
    HEAD_REJECTION_HAS_NO_CONTENT(
            "the server's own error responses to HEAD have no content", "RFC 9110, 9.3.2", Releases.all()),
    PENDING_BYTES_LEAVE_WITH_THE_HANDLER(
            "when `handle()` returns, everything written so far is sent, even if the exchange is still open",
            "another thread may finish it much later; the JDK holds the bytes back",
            Releases.since(23)),
    HEAD_WAITS_FOR_THE_BODY(
            "the response head leaves together with the first bytes of the body",
            "one system call instead of two",
            Releases.before(23)),
    TOO_FEW_BYTES_CLOSE_THE_CONNECTION(
            "a response that ends before its announced length closes the connection, and leaves one warning per "
                    + "context in the log",
            "the client sees that it's truncated; on the JDK, it waits for the rest",
            Releases.before(27)),
    KEEP_ALIVE_HAS_NO_MAXIMUM(
            "the `Keep-Alive` that HTTP/1.0 clients get has no `max`",
            "the JDK sends `max=200`, although more requests may follow",
            Releases.old17()),
    UNREAD_BODY_HOLDS_NOBODY(
            "ending an exchange doesn't wait for request body that the handler left unread",
            "the JDK waits for it, with no time limit",
            Releases.all()),

    // ---- failures

    UNCAUGHT_BODY_FAULTS_ARE_ANSWERED(
            "if a request body breaks a rule or a limit and the handler doesn't catch the exception, the client "
                    + "gets the status of the violation, such as 400, 408 or 413, unless a response has begun",
            "it learns what is wrong; the JDK just closes the connection",
            Releases.all()),
    ERRORS_CLOSE_THE_CONNECTION(
            "an `Error` thrown by a handler is logged and closes the connection, like any exception",
            "on the JDK, with an executor, it ends up in the thread's `UncaughtExceptionHandler` and the "
                    + "connection stays open; if running out of memory should end the JVM, use "
                    + "`-XX:+ExitOnOutOfMemoryError` or catch it in a filter",
            Releases.before(27)),
    ONE_TASK_RUNS_SEVERAL_HANDLERS(
            "a `ThreadPoolExecutor` or `ForkJoinPool` counts fewer tasks than exchanges, because one task may "
                    + "run several handlers in a row; subclasses and wrappers get a task per exchange",
            "waking a thread costs more than most handlers do",
            "`ringer.loopOnExecutor=false`",
            Releases.all()),
    INTERRUPT_ENDS_WITH_THE_HANDLER(
            "a handler that leaves its thread interrupted does no harm",
            "without an executor, the JDK then spins and answers nothing",
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
