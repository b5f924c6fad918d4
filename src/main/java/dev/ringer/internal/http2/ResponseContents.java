package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;

/**
 * Provides buffers for the content of responses. A response with a short declared length gets a new array of that
 * length. If hundreds of streams need buffers, short arrays take less memory than large ring buffers. Any other
 * response gets ring buffers from a shared pool. Thread-safe.
 */
final class ResponseContents {
    /**
     * The longest response, in bytes, that gets an array of its own length. The {@code h2c} row of
     * {@code benchmarks/servers} shows why.
     */
    static final int MAX_SHORT = 8 * 1024;

    /**
     * The length class of a response that does not declare its length, or declares more than {@link #MAX_SHORT} bytes.
     */
    static final short UNKNOWN = -1;

    /**
     * The length class of a response that gets only one ring buffer. If the buffer is full, the handler waits for the
     * client.
     */
    static final short LARGE = -2;

    /**
     * The largest buffer, in bytes, that the memory account does not count. The other objects of a stream need as much.
     */
    private static final int MAX_UNCOUNTED = 1024;

    private final BufferPool<ResponseContent> rings;

    ResponseContents(BufferedMemory memory) {
        rings = new BufferPool<>(64, ResponseContent::new, memory, ResponseContent.CAPACITY);
    }

    /**
     * Returns a buffer for response content, and takes its bytes from the client's account.
     *
     * @param lengthClass the result of {@link #classOf}
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
     * Returns the length class of a response: the length itself up to {@link #MAX_SHORT}, otherwise {@link #UNKNOWN} or
     * {@link #LARGE}. A negative length means unknown.
     *
     * @param most the largest response, in bytes, for which a handler does not wait for the client
     */
    static short classOf(long length, int most) {
        if (length >= 0 && length <= MAX_SHORT) {
            return (short) length;
        }
        return length > most ? LARGE : UNKNOWN;
    }

    /** Takes back a buffer that no thread uses any more. */
    void release(ClientMemory memory, ResponseContent content) {
        if (content.comesRound()) {
            memory.giveBack(rings, content);
        } else {
            forget(memory, content);
        }
    }

    /**
     * Takes back a buffer that is not needed any more. If {@code alone} is false, another thread may still write into
     * it.
     */
    void drop(ClientMemory memory, ResponseContent content, boolean alone) {
        if (alone) {
            release(memory, content);
        } else {
            forget(memory, content);
        }
    }

    /**
     * Stops counting a buffer into which another thread may still write. The buffer does not go back to the pool.
     * Otherwise that thread could write into the content of another stream.
     */
    void forget(ClientMemory memory, ResponseContent content) {
        int counted = counted(content);
        if (counted > 0) {
            memory.release(counted);
        }
    }

    /** Returns the bytes of a buffer that the memory account counts; 0 for null. */
    static int counted(ResponseContent content) {
        int capacity = content == null ? 0 : content.capacity();
        return capacity <= MAX_UNCOUNTED ? 0 : capacity;
    }
}
