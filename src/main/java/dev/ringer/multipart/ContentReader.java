package dev.ringer.multipart;

import java.io.IOException;

/**
 * Tells a part's content from the delimiter behind it, in pieces of any size.
 *
 * <p>{@link #begin()}, then {@link #resume} until {@link #ended()}. Each call of {@code resume} hands over one slice at
 * most, so that the parser can stop after any of them.
 */
sealed interface ContentReader permits StrictContentReader, LegacyContentReader {
    /** Makes ready for a part. A delimiter right at its beginning needs no line end of its own (RFC 2046 section 5.1.1). */
    void begin();

    /** Consumes bytes of the content or its delimiter; returns the index of the first one not consumed. */
    int resume(byte[] bytes, int from, int to, PartContent content) throws IOException;

    /** Says whether the delimiter was consumed. */
    boolean ended();
}
