package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;

/**
 * Gives streams the room for their content. A response that says it is short gets just its length, which is cheaper to make
 * than a large ring is to find when hundreds of streams have one; all others share a pool. Thread-safe.
 */
final class ResponseContents {
    /** Up to this length a response has room of its own. Kept by the {@code h2c} row of {@code benchmarks/servers}. */
    static final int MAX_SHORT = 8 * 1024;

    /** Up to this length it is not counted: it is no larger than what the rest of a stream takes. */
    private static final int MAX_UNCOUNTED = 1024;

    private final BufferedMemory memory;
    private final BufferPool<ResponseContent> rings;

    ResponseContents(BufferedMemory memory) {
        this.memory = memory;
        rings = new BufferPool<>(64, ResponseContent::new, memory, ResponseContent.CAPACITY);
    }

    /**
     * Room for the content of a response.
     *
     * @param shortLength how long it is, if that is known and no more than {@link #MAX_SHORT}; else a negative number
     */
    ResponseContent rent(int shortLength) {
        if (shortLength < 0) {
            return rings.rent();
        }
        ResponseContent made = new ResponseContent(shortLength);
        if (counted(made) > 0) {
            memory.take(shortLength);
        }
        return made;
    }

    /** Takes back what no thread uses any more. */
    void release(ResponseContent content) {
        if (content.comesRound()) {
            rings.release(content);
        } else {
            forget(content);
        }
    }

    /** Takes back what is not needed any more; {@code alone} says that no thread uses it. */
    void drop(ResponseContent content, boolean alone) {
        if (alone) {
            release(content);
        } else {
            forget(content);
        }
    }

    /** Counts content no longer into which a thread may still write, in vain: no other stream may meet it there. */
    void forget(ResponseContent content) {
        int counted = counted(content);
        if (counted > 0) {
            memory.release(counted);
        }
    }

    /** How much of the account it takes; nothing if there is none. */
    static int counted(ResponseContent content) {
        int capacity = content == null ? 0 : content.capacity();
        return capacity <= MAX_UNCOUNTED ? 0 : capacity;
    }
}
