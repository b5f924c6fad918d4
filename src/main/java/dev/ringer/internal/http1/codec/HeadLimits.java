package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestLimits;

/**
 * The limits for the size of a request head.
 *
 * @param requestLine the longest request line, in bytes
 * @param fieldLines the largest number of field lines
 * @param head the largest head, in bytes; {@link #PER_LINE} is added for each line
 */
public record HeadLimits(int requestLine, int fieldLines, int head) {
    /** The bytes that are added to the size of each field line, because even a very short line takes memory. */
    static final int PER_LINE = 32;

    public static HeadLimits of(RequestLimits limits) {
        return new HeadLimits(limits.maxRequestLine, limits.maxFields, limits.maxHead);
    }
}
