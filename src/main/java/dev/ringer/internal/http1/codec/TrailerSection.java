package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.Violation;
import java.util.Arrays;

/**
 * The trailer section of a chunked body (RFC 9112, 7.1.2), from bytes that arrive in pieces of any size: checked as strictly as
 * chunks are, within the limits of a head, and kept for the handler, or checked only where nobody is left to look at it.
 *
 * <p>What it keeps is counted on the account of memory once it is more than a usual section. Not thread-safe.
 */
final class TrailerSection {
    /** Up to this size it counts as part of what every exchange costs, as a head of this size does. */
    private static final int MAX_UNCOUNTED = 2048;

    private static final int FIRST_SIZE = 256;

    /** So much is taken over at a time, since what follows the section is not its own. */
    private static final int STEP = 512;

    private final FieldLineParser parser;
    private final ClientMemory memory; // null if nothing is kept from the beginning on
    private byte[] kept = new byte[FIRST_SIZE]; // null if nothing is kept
    private int size;
    private int counted;
    private boolean complete;
    private FieldLines lines = FieldLines.NONE; // once it is complete

    private TrailerSection(HeadLimits limits, ClientMemory memory) {
        this.parser = FieldLineParser.ofTrailers(limits);
        this.memory = memory;
    }

    /** A section at its beginning, whose memory is counted there. */
    static TrailerSection kept(HeadLimits limits, ClientMemory memory) {
        return new TrailerSection(limits, memory);
    }

    /** A section at its beginning of which nothing is kept. */
    static TrailerSection dropped(HeadLimits limits) {
        TrailerSection section = new TrailerSection(limits, null);
        section.drop();
        return section;
    }

    /** From now on nothing is kept. */
    void drop() {
        parser.stopKeeping();
        kept = null;
        lines = FieldLines.NONE;
        release();
    }

    /** What is kept is no longer counted. */
    void release() {
        if (counted > 0) {
            memory.release(counted);
            counted = 0;
        }
    }

    /** The lines that may stand in a trailer section; none before it is complete. */
    FieldLines lines() {
        return lines;
    }

    /**
     * Goes on with the section.
     *
     * @return how many bytes it took, at least one; all of them if it is not complete
     * @throws BodyBroken if it is at fault
     */
    int advance(byte[] bytes, int from, int to) throws BodyBroken {
        int before = parser.length();
        try {
            if (kept == null) {
                complete = parser.resume(bytes, from, to);
            } else {
                keep(bytes, from, to);
            }
        } catch (RequestRefused fault) {
            throw new BodyBroken(
                    switch (fault.violation()) {
                        case TOO_MANY_FIELDS, HEAD_TOO_LARGE -> Violation.TRAILER_TOO_LARGE;
                        default -> Violation.BAD_TRAILER;
                    });
        }
        return parser.length() - before;
    }

    private void keep(byte[] bytes, int from, int to) throws BodyBroken {
        for (int at = from; at < to && !complete; ) {
            int count = Math.min(STEP, to - at);
            ensure(count);
            System.arraycopy(bytes, at, kept, size, count);
            at += count;
            complete = parser.resume(kept, size, size + count);
            size += count;
        }
        if (complete) {
            lines = new Http1FieldLines(Arrays.copyOf(kept, parser.length()), parser.lines()).inTrailers();
        }
    }

    private void ensure(int more) throws BodyBroken {
        if (size + more <= kept.length) {
            return;
        }
        int capacity = Math.max(2 * kept.length, size + more);
        if (capacity > MAX_UNCOUNTED) {
            if (!memory.tryTake(capacity - counted)) {
                throw new BodyBroken(Violation.TRAILER_TOO_LARGE); // for what memory there is
            }
            counted = capacity;
        }
        kept = Arrays.copyOf(kept, capacity);
    }

    /** Whether its end has come. */
    boolean complete() {
        return complete;
    }
}
