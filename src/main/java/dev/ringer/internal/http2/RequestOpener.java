package dev.ringer.internal.http2;

import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.flow.EarlyPriorities;
import dev.ringer.internal.http2.flow.Priority;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.request.BlockReceiver;
import dev.ringer.internal.http2.request.Http2RequestHead;
import dev.ringer.internal.http2.request.RequestHeadReader;

/**
 * Opens a stream for each complete request head, and gives the request to its handler. If a request is malformed,
 * {@link #open} returns the broken rule. If a request is only too large, or asks for something that the server does not
 * support, this class sends an error response. Owned by the loop thread.
 */
final class RequestOpener {
    private static final FieldLine[] NO_LINES = {};

    private final Http2Connection connection;
    private final LoopShared loop;
    private final BlockReceiver blocks;
    private EarlyPriorities early; // null until the client sends a priority for a stream that it has not opened

    RequestOpener(Http2Connection connection, LoopShared loop, BlockReceiver blocks) {
        this.connection = connection;
        this.loop = loop;
        this.blocks = blocks;
    }

    /**
     * Opens a stream for a complete request head. Returns the broken rule for which the stream must be reset; null if
     * there is none.
     */
    Http2Fault open(int id, RequestHeadReader head, boolean endStream) {
        Http2Fault fault = head.end();
        if (fault == null && endStream && head.contentLength() > 0) {
            return Http2Fault.CONTENT_LENGTH_DIFFERS;
        }
        if (fault == null) {
            begin(id, head, endStream);
        } else if (isAnswered(fault)) {
            answer(id, head, endStream, fault);
        } else {
            return fault;
        }
        return null;
    }

    /** Stores the priority of a stream that the client has not opened yet. */
    void prioritize(int id, int priority) {
        if (early == null) {
            early = new EarlyPriorities();
        }
        early.put(id, priority);
    }

    /**
     * Whether a request that breaks this rule gets an error response. HTTP/2 itself permits these requests, so their
     * streams are not reset.
     */
    private static boolean isAnswered(Http2Fault fault) {
        return fault.status() > 400 || fault == Http2Fault.AUTHORITY_MISSING;
    }

    private void answer(int id, RequestHeadReader head, boolean endStream, Http2Fault fault) {
        // A lack of memory is no fault of the client. So count it as HTTP/1.1 does, and not as a broken rule.
        if (fault == Http2Fault.HEAD_MEMORY_SPENT) {
            answer(id, head, endStream, Violation.HEAD_MEMORY_SPENT);
        } else {
            answer(id, head, endStream, fault, fault.status(), fault.text());
        }
    }

    private void begin(int id, RequestHeadReader head, boolean endStream) {
        if (head.requestLineLength() > connection.shared().limits.maxRequestLine) {
            answer(id, head, endStream, Violation.REQUEST_LINE_TOO_LONG);
            return;
        }
        RequestTarget target;
        try {
            target = head.path(loop.targets);
        } catch (RequestRefused refused) {
            answer(id, head, endStream, refused.violation());
            return;
        }
        Http2RequestHead request = head.head(target);
        Violation exceeded = connection.shared().limits.judge(request, target, head.contentLength());
        if (exceeded != null) {
            answer(id, head, endStream, exceeded);
            return;
        }
        int counted = request.isSmall() ? 0 : blocks.retainedBytes() + request.targetSize() + head.joinedCookieLength();
        if (counted > 0 && !connection.transport().memory().tryTake(counted)) {
            answer(id, head, endStream, Violation.HEAD_MEMORY_SPENT);
            return;
        }
        int priority = early == null ? head.priority() : early.take(id, head.priority());
        boolean expectsContinue = head.expectsContinue();
        long length = endStream ? 0 : head.contentLength();
        Http2Stream stream = new Http2Stream(connection, id, priority, request, length, counted);
        if (endStream) {
            stream.state(StreamState.COMPLETE);
        } else if (expectsContinue && length != 0) {
            stream.expectsContinue();
        }
        boolean precedes = connection.shared().limits.precedesHandler(length)
                && !expectsContinue
                && !request.asksForTunnel()
                && (length != RequestHeadReader.UNKNOWN_LENGTH
                        || !connection.shared().handler.streamsBothWays(stream));
        if (precedes) {
            connection.await(stream);
        } else {
            connection.dispatch(stream);
        }
    }

    private void answer(int id, RequestHeadReader head, boolean endStream, Violation violation) {
        answer(id, head, endStream, violation, violation.status(), violation.text());
    }

    /** Opens a stream for a request that no handler gets, and sends an error response. The access log gets the head. */
    private void answer(int id, RequestHeadReader head, boolean endStream, Enum<?> cause, int status, String text) {
        connection.shared().counts.count(cause, connection.transport().remoteAddress());
        Http2RequestHead request = new Http2RequestHead(head.method(), targetOrNull(head), NO_LINES);
        long length = endStream ? 0 : head.contentLength();
        int counted = request.isSmall() ? 0 : request.size();
        connection.transport().memory().take(counted);
        Http2Stream stream = new Http2Stream(connection, id, Priority.DEFAULT, request, length, counted);
        if (endStream) {
            stream.state(StreamState.COMPLETE);
        }
        connection.addStream(stream);
        connection.refuse(stream, status, text, cause.name());
    }

    /** Returns the request target for the access log; null if the head has no valid target. */
    private RequestTarget targetOrNull(RequestHeadReader head) {
        try {
            return head.hasPath() ? head.path(loop.targets) : null;
        } catch (RequestRefused unreadable) {
            return null;
        }
    }
}
