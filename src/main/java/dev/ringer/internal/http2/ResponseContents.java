package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;

/**
 * Gives streams the room for their content. A response that says it is short gets just its length, which is cheaper to make
 * than a large ring is to find when hundreds of streams have one; all others share a pool. Thread-safe.
 */
final class ResponseContents {
    /** Up to this length a response has room of its own. Kept by the {@code h2c} row of {@code benchmarks/servers}. */
    static final int MAX_SHORT = 8 * 1024;

    /** The class of a response that does not say how long it is, or says more than {@link #MAX_SHORT}. */
    static final short UNKNOWN = -1;

    /** The class of a response that is longer than what is kept for a handler that must not wait for its client. */
    static final short LARGE = -2;

    /** Up to this length it is not counted: it is no larger than what the rest of a stream takes. */
    private static final int MAX_UNCOUNTED = 1024;

    private final BufferPool<ResponseContent> rings;

    ResponseContents(BufferedMemory memory) {
        rings = new BufferPool<>(64, ResponseContent::new, memory, ResponseContent.CAPACITY);
    }

    /**
     * Room for the content of a response.
     *
     * @param memory of the client
     * @param lengthClass how long it is, as {@link #classOf} has it
     */
    ResponseContent rent(ClientMemory memory, short lengthClass) {
        if (lengthClass < 0) {
            return memory.rent(rings);
        }
        ResponseContent made = new ResponseContent(lengthClass);
        if (counted(made) > 0) {
            memory.take(lengthClass);
        }
        return made;
    }

    /** The length itself up to {@link #MAX_SHORT}, else {@link #UNKNOWN} or {@link #LARGE}. A negative length is not known. */
    static short classOf(long length) {
        if (length > (KeptContent.MAX + 1) * ResponseContent.CAPACITY) {
            return LARGE;
        }
        return length > MAX_SHORT || length < 0 ? UNKNOWN : (short) length;
    }

    /** Takes back what no thread uses any more. */
    void release(ClientMemory memory, ResponseContent content) {
        if (content.comesRound()) {
            memory.giveBack(rings, content);
        } else {
            forget(memory, content);
        }
    }

    /** Takes back what is not needed any more; {@code alone} says that no thread uses it. */
    void drop(ClientMemory memory, ResponseContent content, boolean alone) {
        if (alone) {
            release(memory, content);
        } else {
            forget(memory, content);
        }
    }

    /** Counts content no longer into which a thread may still write, in vain: no other stream may meet it there. */
    void forget(ClientMemory memory, ResponseContent content) {
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
