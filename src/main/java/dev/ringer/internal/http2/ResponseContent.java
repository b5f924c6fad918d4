package dev.ringer.internal.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The part of a response's content that a handler has written and that has not left yet. It is a ring of bytes between
 * the writing thread and the sending thread. They need no lock, because each moves an end of its own. A stream gets one
 * from {@link ResponseContents} as soon as there is content.
 */
final class ResponseContent {
    /** The most bytes that may wait: as many as leave in one write. */
    static final int CAPACITY = 32 * 1024;

    private final byte[] ring;
    private volatile int put; // bytes that were added, modulo 2^32; increased by the writing thread
    private volatile int taken; // bytes that were taken, modulo 2^32; increased by the sending thread

    /** Makes a ring of {@link #CAPACITY}. */
    ResponseContent() {
        ring = new byte[CAPACITY];
    }

    /** Makes room for {@code length} bytes in all, fewer than {@link #CAPACITY}. It never wraps around. */
    ResponseContent(int length) {
        ring = new byte[length];
    }

    /** Whether it is a ring: more bytes can go into it in all than it holds at a time. */
    boolean comesRound() {
        return ring.length == CAPACITY;
    }

    /** Returns the most bytes that it holds at a time. */
    int capacity() {
        return ring.length;
    }

    /** Makes it empty, as if new. For a thread that has it alone. */
    void clear() {
        put = 0;
        taken = 0;
    }

    /** Returns the bytes that wait. */
    int size() {
        return put - taken;
    }

    /** Returns the place in the ring of the byte that comes after {@code count} bytes. */
    private int place(int count) {
        return comesRound() ? count & CAPACITY - 1 : count;
    }

    /** Whether there is room for something. */
    boolean hasRoom() {
        return size() < ring.length;
    }

    /** Adds as many of these bytes as there is room for. Returns their number. */
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

    /** Adds as many bytes as there is room for. The position of the buffer moves. Only for a ring. */
    void add(ByteBuffer from) {
        int begin = put;
        int count = Math.min(from.remaining(), ring.length - (begin - taken));
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        from.get(ring, at, first).get(ring, 0, count - first);
        put = begin + count;
    }

    /**
     * Adds as many bytes of a file as there is room for.
     *
     * @return how many bytes; 0 if there is no room, −1 if the file ends before {@code position}
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

    /** Takes {@code count} bytes out, at most {@link #size}. */
    void take(ByteBuffer to, int count) {
        int begin = taken;
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        to.put(ring, at, first).put(ring, 0, count - first);
        taken = begin + count;
    }
}
