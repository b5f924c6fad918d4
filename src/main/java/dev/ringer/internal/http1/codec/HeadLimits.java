package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestLimits;

/**
 * The limits for the size of a request head.
 *
 * @param requestLine the longest request line, in bytes
 * @param fieldLines the largest number of field lines
 * @param head the largest head, in bytes; each line counts as its bytes plus {@link #PER_LINE}
 */
public record HeadLimits(int requestLine, int fieldLines, int head) {
    /** The bytes that are added to the size of each line, because even a very short line takes memory. */
    static final int PER_LINE = 32;

    /** Returns the part of a server's limits that applies to a head. */
    public static HeadLimits of(RequestLimits limits) {
        return new HeadLimits(limits.maxRequestLine, limits.maxFields, limits.maxHead);
    }
}
