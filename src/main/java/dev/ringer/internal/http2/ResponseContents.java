package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;

/**
 * Gives streams the room for their content. A response that says it is short gets just its length, which is cheaper to make
 * than a large ring is to find when hundreds of streams have one; all others share a pool. Thread-safe.
 */
final class ResponseContents {
    /** Up to this length a response has room of its own. Kept by the {@code h2c} row of the peers. */
    static final int MAX_SHORT = 8 * 1024;

    private final BufferPool<ResponseContent> rings = new BufferPool<>(64, ResponseContent::new);

    /**
     * Room for the content of a response.
     *
     * @param shortLength how long it is, if that is known and no more than {@link #MAX_SHORT}; else a negative number
     */
    ResponseContent rent(int shortLength) {
        return shortLength >= 0 ? new ResponseContent(shortLength) : rings.rent();
    }

    /** Takes back what no thread uses any more. */
    void release(ResponseContent content) {
        if (content.comesRound()) {
            rings.release(content);
        }
    }
}
