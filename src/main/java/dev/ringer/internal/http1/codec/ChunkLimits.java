package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestLimits;

/**
 * The limits for a chunked body, in bytes.
 *
 * @param line the most bytes of a chunk-size line, with its extensions
 * @param extensions the most bytes that all chunk extensions of one body may have together
 * @param body the most bytes of data in a body
 * @param head the limits for the trailer section
 */
public record ChunkLimits(int line, int extensions, long body, HeadLimits head) {
    public static ChunkLimits of(RequestLimits limits) {
        return new ChunkLimits(limits.maxChunkLine, limits.maxChunkExtensions, limits.maxBody, HeadLimits.of(limits));
    }
}
