package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.internal.protocol.RequestRefused;

/**
 * What a connection needs while a head is incomplete: the parser, the memory taken for what has come, and the time that it
 * has. Lent by {@link Http1Protocol}, so that an idle connection has none. Owned by the loop.
 */
final class HeadReceiver {
    private final RequestHeadParser parser;
    private final HeadMemory memory;
    private int taken;
    private boolean timed;

    HeadReceiver(RequestHeadParser parser, HeadMemory memory) {
        this.parser = parser;
        this.memory = memory;
    }

    RequestHeadParser parser() {
        return parser;
    }

    /** Parses on; false if more input is needed. */
    boolean parse(ConnectionInput input) throws RequestRefused {
        return parser.parse(input.bytes(), input.position(), input.end());
    }

    /** Takes memory for all that the connection keeps of the head; false if there is none. */
    boolean account(int capacity) {
        int more = capacity - taken;
        if (more > 0 && !memory.tryTake(more)) {
            return false;
        }
        taken += Math.max(0, more);
        return true;
    }

    /** Whether the time of this head had not begun; it has now. */
    boolean beginTime() {
        boolean first = !timed;
        timed = true;
        return first;
    }

    /** Whether the head has a time limit. */
    boolean timed() {
        return timed;
    }

    /** Gives everything back. */
    void reset() {
        parser.reset();
        memory.release(taken);
        taken = 0;
        timed = false;
    }
}
