package dev.ringer.files;

import java.util.zip.Deflater;

/**
 * Builds a {@link CompressionFilter}. By default it compresses from 1 KiB on, at zlib's own level, with up to 256
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
     * Sets the shortest length that is compressed. Streamed content, whose length is unknown, is always compressed.
     *
     * @param bytes the shortest length in bytes; 1 KiB by default
     * @return this
     * @throws IllegalArgumentException if the length is not positive
     */
    public CompressionFilterBuilder threshold(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("threshold is not positive: " + bytes);
        }
        threshold = bytes;
        return this;
    }

    /**
     * Sets the compression level.
     *
     * @param value 1 (fast) to 9 (small); by default zlib's own level, 6
     * @return this
     * @throws IllegalArgumentException if the level is another number
     */
    public CompressionFilterBuilder level(int value) {
        if (value < Deflater.BEST_SPEED || value > Deflater.BEST_COMPRESSION) {
            throw new IllegalArgumentException("level is not within 1 and 9: " + value);
        }
        level = value;
        return this;
    }

    /**
     * Limits how many responses are compressed at once. Further responses are sent uncompressed. Each compressed
     * response takes about 256 KiB of memory outside the heap. A stream of events takes that memory as long as it
     * lasts.
     *
     * @param responses the most responses; 256 by default; 0 compresses nothing
     * @return this
     * @throws IllegalArgumentException if the number is negative
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
