package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Tolerance;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.FramingRules;
import dev.ringer.internal.http1.codec.Http1RequestHead;
import dev.ringer.internal.http1.codec.RequestHeadParser;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Reads the requests of all HTTP/1 connections of one event loop. The connections share the parsers and the buffer in
 * this object, because a loop works for one connection at a time. Only the loop uses this object.
 */
final class RequestReader {
    /** The size of the loop's buffer in bytes: the most bytes of one read. */
    private static final int LOOP_BUFFER = 64 * 1024;

    private static final int MAX_SPARE_PARSERS = 64;

    final Http1Shared shared;
    /** The buffer into which the loop reads. Bytes stay there only while the loop handles their connection. */
    final byte[] buffer = new byte[LOOP_BUFFER];

    private final ArrayDeque<RequestHeadParser> spareParsers = new ArrayDeque<>();
    private final RecentCache<RequestTarget> targets = new RecentCache<>();
    private final RequestLimits limits;
    private final FramingRules framing;

    RequestReader(Http1Shared shared) {
        this.shared = shared;
        limits = shared.limits;
        framing = new FramingRules(limits.hostValidation, new Tolerance(limits.legacy));
    }

    /**
     * Returns a parser for a new head. The parser stays in the list of spare parsers, because most heads are complete
     * after one read. For an incomplete head, {@link #keepSpare} removes the parser from the list.
     */
    RequestHeadParser spareParser() {
        RequestHeadParser spare = spareParsers.peek();
        if (spare == null) {
            spare = new RequestHeadParser(shared.chunkLimits.head(), limits.legacy, limits.bareLf);
            spareParsers.push(spare);
        }
        spare.reset(); // the last head may have left its state in the parser
        return spare;
    }

    /**
     * Gives the parser that {@link #spareParser} has just returned to a connection with an incomplete head. The
     * connection uses it until {@link #release}.
     */
    RequestHeadParser keepSpare() {
        return spareParsers.pop();
    }

    void release(RequestHeadParser parser) {
        if (spareParsers.size() < MAX_SPARE_PARSERS) {
            spareParsers.push(parser);
        }
    }

    /**
     * Parses the bytes of a request head that have arrived. If the head is incomplete, its bytes stay in the
     * connection's input.
     *
     * @param retained the size of the connection's own buffer, in bytes, when earlier bytes of this head were parsed; 0
     *     if there were none
     * @return whether the head is complete
     * @throws RequestRefused if the head breaks a rule, or if there is no memory for the bytes
     */
    boolean receive(RequestHeadParser parser, ConnectionInput input, int retained) {
        if (parser.parse(input.bytes(), input.position(), input.end())) {
            return true;
        }
        input.own();
        input.shrink(); // the last body may have left a large buffer
        if (input.capacity() > retained && !shared.memory.admits()) {
            throw new RequestRefused(Violation.HEAD_MEMORY_SPENT);
        }
        return false;
    }

    /**
     * Removes a request with a complete head from a connection's input.
     *
     * @throws RequestRefused if the head breaks a rule; then the input is unchanged
     */
    Http1Stream take(Http1Connection connection, ConnectionInput input, RequestHeadParser parser) {
        Http1RequestHead head = parser.takeHead(input.bytes(), input.position(), targets);
        framing.read(head);
        Violation exceeded = limits.judge(head, head.target(), framing.bodyLength());
        if (exceeded != null) {
            throw new RequestRefused(exceeded);
        }
        List<Violation> tolerated = framing.takeTolerated();
        if (!tolerated.isEmpty()) {
            head = head.tolerating(tolerated);
        }
        Http1Stream stream = new Http1Stream(connection, head.withHostOfTarget(), framing);
        input.position(input.position() + parser.length());
        input.shrink();
        return stream;
    }
}
