package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestLimits;

/**
 * The limits for the size of a request head.
 *
 * @param requestLine the longest request line, in bytes
 * @param fieldLines the most field lines
 * @param head the largest head, in bytes; each line counts {@link #PER_LINE} bytes more than it has
 */
public record HeadLimits(int requestLine, int fieldLines, int head) {
    /** Bytes that each line counts beyond its own, so that many tiny lines count for the memory that they take. */
    public static final int PER_LINE = 32;

    /**
     * Returns the part of a server's limits that applies to a head.
     *
     * @param limits the limits
     * @return the part
     */
    public static HeadLimits of(RequestLimits limits) {
        return new HeadLimits(limits.maxRequestLine, limits.maxFields, limits.maxHead);
    }
}
