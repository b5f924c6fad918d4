package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;

/**
 * Gives streams the room for their content. A response that declares a short length gets room of just that length. To
 * make such room is cheaper than to find a large ring when hundreds of streams have one. All other responses share a
 * pool. Thread-safe.
 */
final class ResponseContents {
    /**
     * The longest response, in bytes, that gets room of its own length. Justified by the {@code h2c} row of
     * {@code benchmarks/servers}.
     */
    static final int MAX_SHORT = 8 * 1024;

    /** The most rings that a response takes. With these the handler of a response of 256 KiB never waits. */
    static final int MAX_RINGS = 256 * 1024 / ResponseContent.CAPACITY;

    /** The class of a response that does not declare its length, or declares more than {@link #MAX_SHORT}. */
    static final short UNKNOWN = -1;

    /** The class of a response that is longer than what is kept for a handler that must not wait for its client. */
    static final short LARGE = -2;

    /** The largest room, in bytes, that is not counted. It is no larger than the rest of a stream. */
    private static final int MAX_UNCOUNTED = 1024;

    private final BufferPool<ResponseContent> rings;

    ResponseContents(BufferedMemory memory) {
        rings = new BufferPool<>(64, ResponseContent::new, memory, ResponseContent.CAPACITY);
    }

    /**
     * Returns room for the content of a response.
     *
     * @param memory the memory of the client
     * @param lengthClass the class of its length, from {@link #classOf}
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

    /**
     * Returns the class of a length: the length itself up to {@link #MAX_SHORT}, else {@link #UNKNOWN} or
     * {@link #LARGE}. A negative length is unknown.
     */
    static short classOf(long length) {
        if (length > MAX_RINGS * ResponseContent.CAPACITY) {
            return LARGE;
        }
        return length > MAX_SHORT || length < 0 ? UNKNOWN : (short) length;
    }

    /** Takes back room that no thread uses any more. */
    void release(ClientMemory memory, ResponseContent content) {
        if (content.comesRound()) {
            memory.giveBack(rings, content);
        } else {
            forget(memory, content);
        }
    }

    /** Takes back room that is not needed any more. {@code alone} says that no thread uses it. */
    void drop(ClientMemory memory, ResponseContent content, boolean alone) {
        if (alone) {
            release(memory, content);
        } else {
            forget(memory, content);
        }
    }

    /**
     * Stops counting room into which a thread may still write, in vain. The room does not go back to the pool, because
     * no other stream may meet that thread there.
     */
    void forget(ClientMemory memory, ResponseContent content) {
        int counted = counted(content);
        if (counted > 0) {
            memory.release(counted);
        }
    }

    /** Returns the bytes that the room takes on the account; 0 if {@code content} is null. */
    static int counted(ResponseContent content) {
        int capacity = content == null ? 0 : content.capacity();
        return capacity <= MAX_UNCOUNTED ? 0 : capacity;
    }
}
