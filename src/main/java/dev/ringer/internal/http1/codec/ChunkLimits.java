package dev.ringer.internal.http1.codec;

import dev.ringer.options.ServerOptions;

/**
 * How large the parts of a chunked body may be.
 *
 * @param line the longest chunk line, in bytes
 * @param extensions the most bytes of all chunk extensions of a body
 * @param body the largest body, in bytes
 * @param head what the trailer section must keep to
 */
public record ChunkLimits(int line, int extensions, long body, HeadLimits head) {
    /**
     * The limits that a server's options set.
     *
     * @param options the options
     * @return the limits
     */
    public static ChunkLimits of(ServerOptions options) {
        long body = options.maxBodySize() == 0 ? Long.MAX_VALUE : options.maxBodySize();
        return new ChunkLimits(options.maxChunkLine(), options.maxChunkExtensions(), body, HeadLimits.of(options));
    }
}
