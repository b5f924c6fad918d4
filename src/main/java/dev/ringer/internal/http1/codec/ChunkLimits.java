package dev.ringer.internal.http1.codec;

import dev.ringer.options.ServerOptions;

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
     * Returns the limits that a server's options set.
     *
     * @param options the options
     * @return the limits
     */
    public static ChunkLimits of(ServerOptions options) {
        long body = options.maxBodySize() == 0 ? Long.MAX_VALUE : options.maxBodySize();
        return new ChunkLimits(options.maxChunkLine(), options.maxChunkExtensions(), body, HeadLimits.of(options));
    }
}
