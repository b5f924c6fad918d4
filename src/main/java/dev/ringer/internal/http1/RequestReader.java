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
import java.util.List;

/** Makes requests from complete heads. Owned by one loop. */
final class RequestReader {
    private final RecentCache<RequestTarget> targets = RequestTarget.cache();
    private final RequestLimits limits;
    private final FramingRules framing;

    RequestReader(Http1Shared shared) {
        limits = shared.limits;
        framing = new FramingRules(limits.hostValidation, new Tolerance(limits.legacy));
    }

    /**
     * Takes a request out of a connection's input.
     *
     * @param complete the parser that has found the end of the head
     * @return the request
     * @throws RequestRefused if the head is at fault; the input is unchanged
     */
    Http1Stream take(Http1Connection connection, ConnectionInput input, RequestHeadParser complete) {
        Http1RequestHead head = complete.takeHead(input.bytes(), input.position(), targets);
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
        input.position(input.position() + complete.length());
        input.shrink();
        return stream;
    }
}
