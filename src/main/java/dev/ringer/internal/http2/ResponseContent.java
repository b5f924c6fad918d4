package dev.ringer.internal.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A buffer for response content that a handler has written and that was not sent yet. Usually it is a ring buffer: the
 * writing thread adds at the end, and the sending thread takes from the beginning. So the two threads need no lock. A
 * stream gets its first buffer from {@link ResponseContents} when it has content.
 */
final class ResponseContent {
    /** The size of a ring buffer in bytes. The server writes about this many bytes to the socket at a time. */
    static final int CAPACITY = 32 * 1024;

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

    /** Whether this is a ring buffer. Otherwise it is a buffer for the whole content of one short response. */
    boolean comesRound() {
        return ring.length == CAPACITY;
    }

    int capacity() {
        return ring.length;
    }

    /** Empties the buffer. No other thread may use it at this time. */
    void clear() {
        put = 0;
        taken = 0;
    }

    /** Returns the number of bytes in the buffer. */
    int size() {
        return put - taken;
    }

    /** Returns the array index of the byte after the first {@code count} bytes that were ever added. */
    private int place(int count) {
        return comesRound() ? count & CAPACITY - 1 : count;
    }

    /** Whether the buffer has room for at least one byte. */
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
     * Adds as many bytes as this buffer has room for, and advances the position of {@code from}. Only for a ring
     * buffer.
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
     * Adds as many bytes of a file as this buffer has room for. Returns the number of added bytes: 0 if there is no
     * room, −1 if the file ends before {@code position}.
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
