package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestLimits;

/**
 * The limits for the parts of a chunked body, in bytes.
 *
 * @param line the longest size line of a chunk, with its extensions
 * @param extensions the most bytes of all chunk extensions of a body together
 * @param body the most bytes of data in a body
 * @param head the limits for the trailer section
 */
public record ChunkLimits(int line, int extensions, long body, HeadLimits head) {
    /** Returns the part of a server's limits that applies to a chunked body. */
    public static ChunkLimits of(RequestLimits limits) {
        return new ChunkLimits(limits.maxChunkLine, limits.maxChunkExtensions, limits.maxBody, HeadLimits.of(limits));
    }
}
