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
     * A head that is being received. A connection has one only while its head is incomplete, so that an idle connection
     * has none.
     */
    static final class Head {
        private final RequestHeadParser parser;
        private int retained; // capacity of the connection's input buffer after the last call, in bytes
        private boolean timed;

        private Head(RequestHeadParser parser) {
            this.parser = parser;
        }

        /** Whether the time limit of the head runs. */
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
    /** The buffer that the loop reads into. No byte stays in it after an event. */
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
     * Returns a head of which nothing has been received. It stays among the spare heads, since most heads are complete
     * at once.
     */
    Head spareHead() {
        Head spare = spareHeads.peek();
        if (spare == null) {
            spare = new Head(new RequestHeadParser(shared.headLimits, limits.legacy, limits.bareLf));
            spareHeads.push(spare);
        }
        spare.reset(); // a head that was complete or at fault has not been reset
        return spare;
    }

    /** Gives an incomplete head to a connection, until {@link #release}. */
    Head keep(Head head) {
        boolean spare = head == spareHeads.peek(); // otherwise the connection has it already
        return spare ? spareHeads.pop() : head;
    }

    void release(Head head) {
        if (spareHeads.size() < MAX_SPARE_HEADS) {
            spareHeads.push(head);
        }
    }

    /**
     * Parses the bytes of a head that have arrived. If the head is still incomplete, this method makes the connection
     * retain them, and starts the time limit of the head.
     *
     * @return whether the head is complete
     * @throws RequestRefused if the head is at fault, or if there is no memory for the bytes
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
     * @throws RequestRefused if the head is at fault; the input is unchanged
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
