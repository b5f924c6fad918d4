package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestLimits;

/**
 * The limits for the size of a request head.
 *
 * @param requestLine the longest request line, in bytes
 * @param fieldLines the number of field lines
 * @param head the largest head, in bytes; each line counts as {@link #PER_LINE} bytes longer than it is
 */
public record HeadLimits(int requestLine, int fieldLines, int head) {
    /** Bytes that are added to each line. They stand for the memory that a line takes, however short it is. */
    static final int PER_LINE = 32;

    /** Returns the part of a server's limits that applies to a head. */
    public static HeadLimits of(RequestLimits limits) {
        return new HeadLimits(limits.maxRequestLine, limits.maxFields, limits.maxHead);
    }
}
