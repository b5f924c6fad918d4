package dev.ringer.multipart;

import java.io.IOException;

/**
 * Separates the content of a part from the delimiter after it, in pieces of any size.
 *
 * <p>Call {@link #begin()}, then {@link #resume} until {@link #ended()} returns true. Each call of {@code resume}
 * passes on at most one slice, so that the parser can stop after any slice.
 */
sealed interface ContentReader permits StrictContentReader, LegacyContentReader {
    /**
     * Prepares for a part. A delimiter at the very beginning of the content needs no line end of its own (RFC 2046
     * section 5.1.1).
     */
    void begin();

    /** Consumes bytes of the content or of its delimiter. Returns the index of the first byte not consumed. */
    int resume(byte[] bytes, int from, int to, PartContent content) throws IOException;

    /** Whether the delimiter was consumed. */
    boolean ended();
}
