package dev.ringer.internal.http1;

import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.RequestHeadParser;

/**
 * The state of a connection while a head is incomplete: the parser, the size of the retained bytes, and whether the
 * time limit of the head runs. {@link Http1Protocol} lends it, so that an idle connection has none. Owned by the loop.
 */
final class HeadReceiver {
    private final RequestHeadParser parser;
    private int kept;
    private boolean timed;

    HeadReceiver(RequestHeadParser parser) {
        this.parser = parser;
    }

    RequestHeadParser parser() {
        return parser;
    }

    /**
     * Parses the bytes that have arrived.
     *
     * @return false if more input is needed; then memory is taken for it, and the time limit of the head runs
     * @throws RequestRefused if the head is at fault, or if there is no memory for what it needs
     */
    boolean receive(ConnectionInput input, ConnectionTimes times, Http1Shared shared) throws RequestRefused {
        if (parser.parse(input.bytes(), input.position(), input.end())) {
            return true;
        }
        input.own();
        if (input.capacity() > kept && !shared.memory.admits()) {
            throw new RequestRefused(Violation.HEAD_MEMORY_SPENT);
        }
        kept = input.capacity();
        if (!timed) {
            timed = true;
            times.limitHead();
        }
        return false;
    }

    /** Whether the head has a time limit. */
    boolean timed() {
        return timed;
    }

    /** Prepares the receiver for another head. */
    void reset() {
        parser.reset();
        kept = 0;
        timed = false;
    }
}
