package dev.ringer.internal.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Holds content of a response that a handler has written and that has not left yet, in a ring of bytes. The writing
 * thread adds at the end, and the sending thread takes from the beginning. So the two threads need no lock. A stream
 * gets its first ring from {@link ResponseContents} when there is content.
 */
final class ResponseContent {
    /** The most bytes of a ring: as many as leave in one write. */
    static final int CAPACITY = 32 * 1024;

    private final byte[] ring;
    private volatile int put; // bytes that were added, modulo 2^32; only the writing thread writes it
    private volatile int taken; // bytes that were taken, modulo 2^32; only the sending thread writes it

    /** Makes a ring of {@link #CAPACITY}. */
    ResponseContent() {
        ring = new byte[CAPACITY];
    }

    /** Makes room for a content of {@code length} bytes, fewer than {@link #CAPACITY}. It never wraps around. */
    ResponseContent(int length) {
        ring = new byte[length];
    }

    /** Whether this is a ring that wraps around. If not, it has room for one content of a known length. */
    boolean comesRound() {
        return ring.length == CAPACITY;
    }

    /** Returns the most bytes that may wait at a time. */
    int capacity() {
        return ring.length;
    }

    /** Empties the ring. No other thread may use it. */
    void clear() {
        put = 0;
        taken = 0;
    }

    /** Returns the bytes that wait. */
    int size() {
        return put - taken;
    }

    /** Returns the index in the array of the byte that follows {@code count} bytes. */
    private int place(int count) {
        return comesRound() ? count & CAPACITY - 1 : count;
    }

    /** Whether there is room for at least one byte. */
    boolean hasRoom() {
        return size() < ring.length;
    }

    /** Adds as many bytes as there is room for. Returns their number. */
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

    /** Adds as many bytes as there is room for, and moves the position of the buffer. Only for a ring. */
    void add(ByteBuffer from) {
        int begin = put;
        int count = Math.min(from.remaining(), ring.length - (begin - taken));
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        from.get(ring, at, first).get(ring, 0, count - first);
        put = begin + count;
    }

    /**
     * Adds as many bytes of a file as there is room for. Returns their number: 0 if there is no room, −1 if the file
     * ends before {@code position}.
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

    /** Moves {@code count} bytes into the buffer, at most {@link #size}. */
    void take(ByteBuffer to, int count) {
        int begin = taken;
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        to.put(ring, at, first).put(ring, 0, count - first);
        taken = begin + count;
    }
}
