package dev.ringer.internal.accesslog;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.TraceParent;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;

/**
 * The values of a request that go into the access log, each cut to a limited length.
 *
 * @param method the method; if the request line could not be read, the part of the line that has arrived
 * @param target the target; null if it could not be read
 * @param protocol the protocol; null if the request line could not be read
 * @param host the host that the client asked for; null if there is none
 * @param referer the value of the field {@code Referer}; null if there is none
 * @param userAgent the value of the field {@code User-Agent}; null if there is none
 * @param requestId the value of the field {@code X-Request-ID}; null if there is none
 * @param traceId the trace id in the field {@code traceparent}; null if there is none
 * @param extra the values of the fields {@link ExtraFields#ofRequest}, in the same order; null for a field that the
 *     request lacks
 */
record LoggedRequest(
        String method,
        String target,
        String protocol,
        String host,
        String referer,
        String userAgent,
        String requestId,
        String traceId,
        String[] extra) {
    private static final int MAX_TARGET = 2000;
    private static final String[] NONE = {};

    private static final int REFERER = KnownNames.indexOf("Referer");
    private static final int USER_AGENT = KnownNames.indexOf("User-agent");
    private static final int REQUEST_ID = KnownNames.indexOf("X-request-id");

    /** The most bytes that all texts of one object take, without {@link #extra}. */
    static final int MAX_BYTES = MAX_TARGET + 6 * BoundedText.MAX;

    static LoggedRequest of(RequestHead head, ExtraFields fields) {
        String host = null;
        String referer = null;
        String userAgent = null;
        String requestId = null;
        // go backwards, so that the first of several lines with the same name wins
        for (int line = head.count() - 1; line >= 0; line--) {
            int name = head.knownName(line);
            if (name == KnownNames.HOST) {
                host = BoundedText.of(head.value(line));
            } else if (name == REFERER) {
                referer = BoundedText.of(head.value(line));
            } else if (name == USER_AGENT) {
                userAgent = BoundedText.of(head.value(line));
            } else if (name == REQUEST_ID) {
                requestId = BoundedText.of(head.value(line));
            }
        }
        RequestTarget target = head.target();
        String asked = target == null ? null : BoundedText.of(target.toString(), MAX_TARGET);
        return new LoggedRequest(
                BoundedText.of(head.method()),
                asked,
                head.protocol(),
                host,
                referer,
                userAgent,
                requestId,
                TraceParent.traceId(head),
                fields.of(head));
    }

    /**
     * Creates the object for a request whose head could not be read. Only the arrived part of its first line is known.
     */
    static LoggedRequest unread(String line) {
        return new LoggedRequest(BoundedText.of(line, MAX_TARGET), null, null, null, null, null, null, null, NONE);
    }
}
