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

    private static final int MAX_SPARE_HEADS = 64;

    /**
     * The state of a request head that is being received. Only a connection with an incomplete head has an object of
     * this class, so an idle connection has none.
     */
    static final class Head {
        private final RequestHeadParser parser;
        // size of the connection's input buffer, in bytes, at the last call of receive(); 0 before the first call
        private int retained;
        private boolean timed;

        private Head(RequestHeadParser parser) {
            this.parser = parser;
        }

        /** Whether the time limit for this head has begun. */
        boolean timed() {
            return timed;
        }

        private void reset() {
            parser.reset();
            retained = 0;
            timed = false;
        }
    }

    final Http1Shared shared;
    /** The buffer into which the loop reads. Bytes stay there only while the loop handles their connection. */
    final byte[] buffer = new byte[LOOP_BUFFER];

    private final ArrayDeque<Head> spareHeads = new ArrayDeque<>();
    private final RecentCache<RequestTarget> targets = RequestTarget.cache();
    private final RequestLimits limits;
    private final FramingRules framing;

    RequestReader(Http1Shared shared) {
        this.shared = shared;
        limits = shared.limits;
        framing = new FramingRules(limits.hostValidation, new Tolerance(limits.legacy));
    }

    /**
     * Returns an object for a new head. The object stays in the list of spare objects, because most heads are complete
     * after one read. For an incomplete head, {@link #keep} removes the object from the list.
     */
    Head spareHead() {
        Head spare = spareHeads.peek();
        if (spare == null) {
            spare = new Head(new RequestHeadParser(shared.chunkLimits.head(), limits.legacy, limits.bareLf));
            spareHeads.push(spare);
        }
        spare.reset(); // the last head may have left its state in this object
        return spare;
    }

    /** Gives the object of an incomplete head to a connection. The connection uses it until {@link #release}. */
    Head keep(Head head) {
        // false if an earlier call has taken this object from the list
        boolean spare = head == spareHeads.peek();
        return spare ? spareHeads.pop() : head;
    }

    void release(Head head) {
        if (spareHeads.size() < MAX_SPARE_HEADS) {
            spareHeads.push(head);
        }
    }

    /**
     * Parses the bytes of a request head that have arrived. If the head is incomplete, its bytes stay in the
     * connection's input, and the time limit for the head starts.
     *
     * @return whether the head is complete
     * @throws RequestRefused if the head breaks a rule, or if there is no memory for the bytes
     */
    boolean receive(Head head, ConnectionInput input, ConnectionTimes times) {
        if (head.parser.parse(input.bytes(), input.position(), input.end())) {
            return true;
        }
        input.own();
        input.shrink(); // the last body may have left a large buffer
        if (input.capacity() > head.retained && !shared.memory.admits()) {
            throw new RequestRefused(Violation.HEAD_MEMORY_SPENT);
        }
        head.retained = input.capacity();
        if (!head.timed) {
            head.timed = true;
            times.limitHead();
        }
        return false;
    }

    /**
     * Removes a request with a complete head from a connection's input.
     *
     * @throws RequestRefused if the head breaks a rule; then the input is unchanged
     */
    Http1Stream take(Http1Connection connection, ConnectionInput input, Head complete) {
        RequestHeadParser parser = complete.parser;
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
