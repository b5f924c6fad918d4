package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.Violation;

/**
 * What a connection needs while a head is incomplete: the parser, how much it keeps of what has come, and the time that it
 * has. Lent by {@link Http1Protocol}, so that an idle connection has none. Owned by the loop.
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
     * Goes on with what has come.
     *
     * @return false if more input is needed, for which memory is taken, and the time of the head runs
     * @throws RequestRefused if the head is at fault, or there is no memory for what it needs
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

    /** Makes it ready for another head. */
    void reset() {
        parser.reset();
        kept = 0;
        timed = false;
    }
}
