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
 * Reads the requests of all HTTP/1 connections of one loop. The connections share the reader, its parsers and its
 * buffer, because the loop works for one connection at a time. Owned by the loop.
 */
final class RequestReader {
    private static final int LOOP_BUFFER = 64 * 1024;
    private static final int MAX_SPARE_HEADS = 64;

    /**
     * A request head that is being received. A connection has such an object only while a head is incomplete, so that
     * an idle connection has none.
     */
    static final class Head {
        private final RequestHeadParser parser;
        private int retained; // capacity of the connection's input buffer after the last call, in bytes
        private boolean timed;

        private Head(RequestHeadParser parser) {
            this.parser = parser;
        }

        /** Whether the time limit of the head has started. */
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
    /** The buffer that the loop reads into. After an event, no connection needs the bytes in this buffer. */
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
     * Returns an object for a new head. It stays in the list of spare objects, because most heads are complete after
     * one read. See {@link #keep}.
     */
    Head spareHead() {
        Head spare = spareHeads.peek();
        if (spare == null) {
            spare = new Head(new RequestHeadParser(shared.headLimits, limits.legacy, limits.bareLf));
            spareHeads.push(spare);
        }
        spare.reset(); // the last head may have left its state here
        return spare;
    }

    /** Gives the object of an incomplete head to a connection, until {@link #release}. */
    Head keep(Head head) {
        boolean spare = head == spareHeads.peek(); // otherwise the connection has this object already
        return spare ? spareHeads.pop() : head;
    }

    void release(Head head) {
        if (spareHeads.size() < MAX_SPARE_HEADS) {
            spareHeads.push(head);
        }
    }

    /**
     * Parses the bytes of a request head that have arrived. If the head is still incomplete, the connection retains the
     * bytes, and the time limit of the head starts.
     *
     * @return whether the head is complete
     * @throws RequestRefused if the head breaks a rule, or if there is no memory for the bytes
     */
    boolean receive(Head head, ConnectionInput input, ConnectionTimes times) {
        if (head.parser.parse(input.bytes(), input.position(), input.end())) {
            return true;
        }
        input.own();
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
     * Takes the request with a complete head out of a connection's input.
     *
     * @throws RequestRefused if the head breaks a rule; the input is unchanged
     */
    Http1Stream take(Http1Stream.Connection connection, ConnectionInput input, Head complete) {
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
