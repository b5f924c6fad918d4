package dev.ringer.internal.http1.codec;

import dev.ringer.options.ServerOptions;

/**
 * How large a request head may be.
 *
 * @param requestLine the longest request line, in bytes
 * @param fieldLines the most field lines
 * @param head the largest head, in bytes, each line counted with {@link #PER_LINE} more
 */
public record HeadLimits(int requestLine, int fieldLines, int head) {
    /** What each line costs beyond its bytes, so that many tiny lines count for what they take to keep. */
    public static final int PER_LINE = 32;

    /**
     * The limits that a server's options set.
     *
     * @param options the options
     * @return the limits
     */
    public static HeadLimits of(ServerOptions options) {
        return new HeadLimits(options.maxRequestLine(), options.maxRequestHeaders(), options.maxRequestHeaderSize());
    }
}
