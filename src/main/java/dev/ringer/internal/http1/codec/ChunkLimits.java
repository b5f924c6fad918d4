package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestLimits;

/**
 * The limits for the size of each part of a chunked body.
 *
 * @param line the longest chunk line, in bytes
 * @param extensions the most bytes of all chunk extensions of a body
 * @param body the largest body, in bytes
 * @param head the limits of the trailer section
 */
public record ChunkLimits(int line, int extensions, long body, HeadLimits head) {
    /**
     * Returns the part of a server's limits that applies to a chunked body.
     *
     * @param limits the limits
     * @return the part
     */
    public static ChunkLimits of(RequestLimits limits) {
        return new ChunkLimits(limits.maxChunkLine, limits.maxChunkExtensions, limits.maxBody, HeadLimits.of(limits));
    }
}
