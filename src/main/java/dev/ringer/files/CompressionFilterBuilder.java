package dev.ringer.files;

import java.util.zip.Deflater;

/**
 * Builds a {@link CompressionFilter}, beginning with the defaults: from 1 KiB on, at zlib's own level, with up to 256
 * compressors at once. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class CompressionFilterBuilder {
    private int threshold = 1024;
    private int level = Deflater.DEFAULT_COMPRESSION;
    private int maxConcurrent = 256;

    CompressionFilterBuilder() {}

    /**
     * Sets from which length on content is compressed. Streamed content, whose length is not known, always is.
     *
     * @param bytes the least length; 1 KiB by default
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    public CompressionFilterBuilder threshold(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("threshold is not positive: " + bytes);
        }
        threshold = bytes;
        return this;
    }

    /**
     * Sets how hard the compressors try.
     *
     * @param value 1 (fast) to 9 (small); zlib's own, 6, by default
     * @return this
     * @throws IllegalArgumentException if it is another number
     */
    public CompressionFilterBuilder level(int value) {
        if (value < Deflater.BEST_SPEED || value > Deflater.BEST_COMPRESSION) {
            throw new IllegalArgumentException("level is not within 1 and 9: " + value);
        }
        level = value;
        return this;
    }

    /**
     * Bounds the responses that are compressed at once; further ones are sent as they are. Each takes about 256 KiB of
     * memory outside the heap, a stream of events as long as it lasts.
     *
     * @param responses the most; 256 by default, 0 compresses nothing
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public CompressionFilterBuilder maxConcurrent(int responses) {
        if (responses < 0) {
            throw new IllegalArgumentException("maxConcurrent is negative: " + responses);
        }
        maxConcurrent = responses;
        return this;
    }

    /**
     * Builds the filter.
     *
     * @return a new filter
     */
    public CompressionFilter build() {
        return new CompressionFilter(threshold, level, maxConcurrent);
    }
}
