package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import java.util.Arrays;

/**
 * Reads the trailer section of a chunked body (RFC 9112, 7.1.2), from bytes that arrive in pieces of any size. The
 * rules for line ends are as strict as for chunks, and the size limits of a head apply. If no handler can read the
 * section any more, the section is only checked and not kept. Not thread-safe.
 */
final class TrailerSection {
    /** A section of up to this size in bytes is too small to be counted in the memory account. */
    private static final int MAX_UNCOUNTED = 2048;

    private static final int FIRST_SIZE = 256;

    /**
     * The most bytes to copy before each call of the parser. Only the parser finds the end of the section, so this
     * class copies up to this many bytes behind the end.
     */
    private static final int STEP = 512;

    private final FieldLineParser parser;
    private final ClientMemory memory; // counts the memory of the section; null if the section is never kept
    private byte[] kept = new byte[FIRST_SIZE]; // bytes of the section; null if they are not kept
    private int size; // number of bytes in the array "kept"
    private int counted; // bytes that were taken from the memory account
    private boolean complete;
    private FieldLines lines = FieldLines.NONE; // no lines until the section is complete

    /** Creates a section. If {@code memory} is null, the section is checked but not kept. */
    TrailerSection(HeadLimits limits, ClientMemory memory) {
        this.parser = FieldLineParser.ofTrailers(limits);
        this.memory = memory;
        if (memory == null) {
            drop();
        }
    }

    /** Drops the bytes that were kept. From now on, the section is checked but not kept. */
    void drop() {
        parser.stopKeeping();
        kept = null;
        lines = FieldLines.NONE;
        release();
    }

    /** Gives the memory of the section back to the memory account. */
    void release() {
        if (counted > 0) {
            memory.release(counted);
            counted = 0;
        }
    }

    /** Returns the lines that are allowed in a trailer section; none before the section is complete. */
    FieldLines lines() {
        return lines;
    }

    /**
     * Reads more of the section.
     *
     * @return the number of bytes that were used: at least one, and all of them if the section is still incomplete
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
                throw new BodyBroken(Violation.TRAILER_TOO_LARGE); // there is no memory for a trailer of this size
            }
            counted = capacity;
        }
        kept = Arrays.copyOf(kept, capacity);
    }

    boolean complete() {
        return complete;
    }
}
