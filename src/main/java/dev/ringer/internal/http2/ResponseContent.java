package dev.ringer.internal.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * What a handler has written of a response's content and what has not left yet: a ring of bytes between the thread that
 * writes and the thread that sends, which need no lock because each moves an end of its own. A stream has one as soon as there is
 * content; {@link ResponseContents} gives it.
 */
final class ResponseContent {
    /** How much may wait, in bytes: as much as leaves in one write. */
    static final int CAPACITY = 32 * 1024;

    private final byte[] ring;
    private volatile int put; // how much so far, modulo 2^32; moved by the thread that writes
    private volatile int taken; // as much, moved by the thread that sends

    /** A ring of {@link #CAPACITY}. */
    ResponseContent() {
        ring = new byte[CAPACITY];
    }

    /** Room for so many bytes in all, less than {@link #CAPACITY}, which never comes round. */
    ResponseContent(int length) {
        ring = new byte[length];
    }

    /** Whether it is a ring, into which more can go than it holds. */
    boolean comesRound() {
        return ring.length == CAPACITY;
    }

    /** How much it can hold at a time. */
    int capacity() {
        return ring.length;
    }

    /** Makes it as new. For a thread that has it alone. */
    void clear() {
        put = 0;
        taken = 0;
    }

    /** How much waits. */
    int size() {
        return put - taken;
    }

    /** Where in the ring a byte is that so many came before. */
    private int place(int count) {
        return comesRound() ? count & CAPACITY - 1 : count;
    }

    /** Whether there is room for something. */
    boolean hasRoom() {
        return size() < ring.length;
    }

    /** Adds as many of these bytes as there is room for; returns how many. */
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

    /** As {@link #add(byte[], int, int)}; the position of the buffer moves. For a ring. */
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

    /** Takes bytes out, no more than {@link #size}. */
    void take(ByteBuffer to, int count) {
        int begin = taken;
        int at = place(begin);
        int first = Math.min(count, ring.length - at);
        to.put(ring, at, first).put(ring, 0, count - first);
        taken = begin + count;
    }
}
