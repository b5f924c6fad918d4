package dev.ringer.internal.http2.response;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.ClientMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A buffer for response content that a handler has written and that was not sent yet. The writing thread adds content
 * at the end, and the sending thread takes content from the beginning. So the two threads need no lock.
 *
 * <p>A response with a short declared length gets a new array of that length, which takes less memory than a ring
 * buffer. Any other response gets ring buffers from a shared pool.
 */
final class ResponseContent {
    /** The size of a ring buffer in bytes. The server writes about this many bytes to the socket at a time. */
    static final int CAPACITY = 32 * 1024;

    /**
     * The longest response, in bytes, that gets an array of its own length. The {@code h2c} row of
     * {@code benchmarks/servers} shows why.
     */
    static final int MAX_SHORT = 8 * 1024;

    /**
     * The length class of a response that may get several ring buffers: its length is unknown, or above
     * {@link #MAX_SHORT} and at most {@code ringer.responseBuffer}.
     */
    static final short UNKNOWN = -1;

    /**
     * The length class of a larger response, which gets only one ring buffer. When this buffer is full, the handler
     * waits for the client.
     */
    static final short LARGE = -2;

    /**
     * The largest buffer, in bytes, that the memory account ignores. The account also ignores the other objects of a
     * stream, which take about as much memory.
     */
    private static final int MAX_UNCOUNTED = 1024;

    private final byte[] ring;
    private volatile int put; // number of bytes added so far, modulo 2^32; written by the writing thread only
    private volatile int taken; // number of bytes taken so far, modulo 2^32; written by the sending thread only

    /** Makes a ring buffer of {@link #CAPACITY} bytes. */
    ResponseContent() {
        ring = new byte[CAPACITY];
    }

    /**
     * Makes a buffer for all content of a response with this length, which is less than {@link #CAPACITY}. The buffer
     * does not wrap around.
     */
    ResponseContent(int length) {
        ring = new byte[length];
    }

    /**
     * Returns the length class of a response, which decides which buffers it gets: the length itself up to
     * {@link #MAX_SHORT}, {@link #LARGE} above {@code most}, and otherwise {@link #UNKNOWN}.
     *
     * @param length the length of the response in bytes; negative if unknown
     * @param most the largest response, in bytes, for which a handler does not wait for the client
     */
    static short classOf(long length, int most) {
        if (length >= 0 && length <= MAX_SHORT) {
            return (short) length;
        }
        return length > most ? LARGE : UNKNOWN;
    }

    /**
     * Returns a buffer for a response, and takes its bytes from the client's account. {@code lengthClass} is a result
     * of {@link #classOf}.
     */
    static ResponseContent rent(BufferPool<ResponseContent> rings, ClientMemory memory, short lengthClass) {
        if (lengthClass < 0) {
            return memory.rent(rings);
        }
        ResponseContent made = new ResponseContent(lengthClass);
        if (made.counted() > 0) {
            memory.take(lengthClass);
        }
        return made;
    }

    /** Gives the buffer back. Afterwards no thread may use it. */
    void release(BufferPool<ResponseContent> rings, ClientMemory memory) {
        if (isRing()) {
            memory.giveBack(rings, this);
        } else {
            forget(memory);
        }
    }

    /**
     * Stops counting this buffer, but does not give it back to the pool. Another thread may still write into the
     * buffer, so no other stream may get it.
     */
    void forget(ClientMemory memory) {
        if (counted() > 0) {
            memory.release(counted());
        }
    }

    /** Returns how many bytes of this buffer the memory account counts. */
    int counted() {
        return ring.length <= MAX_UNCOUNTED ? 0 : ring.length;
    }

    /** Whether this is a ring buffer. Otherwise this is a buffer for the whole content of one short response. */
    private boolean isRing() {
        return ring.length == CAPACITY;
    }

    /** Empties the buffer. No other thread may use it at this time. */
    void clear() {
        put = 0;
        taken = 0;
    }

    int size() {
        return put - taken;
    }

    /** Converts a position in the content, counted from its beginning, to an index of the array. */
    private int place(int position) {
        return isRing() ? position & CAPACITY - 1 : position;
    }

    boolean hasRoom() {
        return size() < ring.length;
    }

    /** Adds as many bytes as the buffer has room for. Returns the number of added bytes. */
    int add(byte[] from, int offset, int length) {
        int begin = put;
        int count = Math.min(length, ring.length - (begin - taken));
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        System.arraycopy(from, offset, ring, at, first);
        System.arraycopy(from, offset + first, ring, 0, count - first);
        put = begin + count;
        return count;
    }

    /**
     * Adds as many bytes as this buffer has room for, and advances the position of {@code from}. This buffer must be a
     * ring buffer.
     */
    void add(ByteBuffer from) {
        int begin = put;
        int count = Math.min(from.remaining(), ring.length - (begin - taken));
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        from.get(ring, at, first).get(ring, 0, count - first);
        put = begin + count;
    }

    /**
     * Adds as many bytes of a file as this buffer has room for. Returns the number of added bytes; 0 if there is no
     * room; −1 if the file ends before {@code position}.
     */
    int addFile(FileChannel from, long position, long length) throws IOException {
        int begin = put;
        int at = place(begin);
        int room = Math.min(ring.length - (begin - taken), ring.length - at);
        if (room == 0) {
            return 0;
        }
        int count = from.read(ByteBuffer.wrap(ring, at, (int) Math.min(room, length)), position);
        if (count > 0) {
            put = begin + count;
        }
        return count;
    }

    /** Moves {@code count} bytes, at most {@link #size}, from this buffer into {@code to}. */
    void take(ByteBuffer to, int count) {
        int begin = taken;
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        to.put(ring, at, first).put(ring, 0, count - first);
        taken = begin + count;
    }
}
