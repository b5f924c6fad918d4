package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;

/**
 * Gives streams room for the content of their responses. A response that declares a short length gets a new array of
 * that length. If hundreds of streams need room, such arrays are cheaper than large rings. All other responses get
 * rings of a shared pool. Thread-safe.
 */
final class ResponseContents {
    /**
     * The longest response, in bytes, that gets an array of its length. The {@code h2c} row of
     * {@code benchmarks/servers} justifies the number.
     */
    static final int MAX_SHORT = 8 * 1024;

    /** The class of a response that does not declare its length, or declares more than {@link #MAX_SHORT}. */
    static final short UNKNOWN = -1;

    /** The class of a response that gets one ring only: its handler waits when the ring is full. */
    static final short LARGE = -2;

    /**
     * The largest room, in bytes, that the memory account ignores. The other objects of a stream take as much memory.
     */
    private static final int MAX_UNCOUNTED = 1024;

    private final BufferPool<ResponseContent> rings;

    ResponseContents(BufferedMemory memory) {
        rings = new BufferPool<>(64, ResponseContent::new, memory, ResponseContent.CAPACITY);
    }

    /**
     * Returns room for the content of a response, and takes it from the account of the client. {@code lengthClass}
     * comes from {@link #classOf}.
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
     *
     * @param most the most bytes of a response for which its handler does not wait
     */
    static short classOf(long length, int most) {
        if (length >= 0 && length <= MAX_SHORT) {
            return (short) length;
        }
        return length > most ? LARGE : UNKNOWN;
    }

    /** Takes room back that no thread uses any more. */
    void release(ClientMemory memory, ResponseContent content) {
        if (content.comesRound()) {
            memory.giveBack(rings, content);
        } else {
            forget(memory, content);
        }
    }

    /** Takes room back that is not needed any more. A thread may still write into it, unless {@code alone} is true. */
    void drop(ClientMemory memory, ResponseContent content, boolean alone) {
        if (alone) {
            release(memory, content);
        } else {
            forget(memory, content);
        }
    }

    /**
     * Stops counting room into which a thread may still write. The room does not go back to the pool, because the
     * thread would then write into the content of another stream.
     */
    void forget(ClientMemory memory, ResponseContent content) {
        int counted = counted(content);
        if (counted > 0) {
            memory.release(counted);
        }
    }

    /** Returns the bytes that the room takes from the account; 0 for null. */
    static int counted(ResponseContent content) {
        int capacity = content == null ? 0 : content.capacity();
        return capacity <= MAX_UNCOUNTED ? 0 : capacity;
    }
}
