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
    private final int mask;
    private final ParkedThread writer = new ParkedThread();
    private volatile long put; // moved by the thread that writes
    private volatile long taken; // moved by the thread that sends

    /** A ring of {@link #CAPACITY}. */
    ResponseContent() {
        ring = new byte[CAPACITY];
        mask = CAPACITY - 1;
    }

    /** Room for so many bytes in all, which never comes round. */
    ResponseContent(int length) {
        ring = new byte[length];
        mask = -1;
    }

    /** Whether it is a ring, into which more can go than it holds. */
    boolean comesRound() {
        return mask != -1;
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

    /** Where the thread that writes waits for room. */
    ParkedThread writer() {
        return writer;
    }

    /** How much waits. */
    int size() {
        return (int) (put - taken);
    }

    /** Whether there is room for something. */
    boolean hasRoom() {
        return size() < ring.length;
    }

    /** Adds as many of these bytes as there is room for; returns how many. */
    int add(byte[] from, int offset, int length) {
        long begin = put;
        int count = Math.min(length, ring.length - (int) (begin - taken));
        int at = (int) begin & mask;
        int first = Math.min(count, ring.length - at);
        System.arraycopy(from, offset, ring, at, first);
        System.arraycopy(from, offset + first, ring, 0, count - first);
        put = begin + count;
        return count;
    }

    /** As {@link #add(byte[], int, int)}; the position of the buffer moves. For a ring. */
    void add(ByteBuffer from) {
        long begin = put;
        int count = Math.min(from.remaining(), ring.length - (int) (begin - taken));
        int at = (int) begin & mask;
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
        long begin = put;
        int at = (int) begin & mask;
        int room = Math.min(ring.length - (int) (begin - taken), ring.length - at);
        if (room == 0) {
            return 0;
        }
        int count = from.read(ByteBuffer.wrap(ring, at, (int) Math.min(room, length)), position);
        if (count > 0) {
            put = begin + count;
        }
        return count;
    }

    /** Takes bytes out, no more than {@link #size}, and tells the thread that waits for room. */
    void take(ByteBuffer to, int count) {
        long begin = taken;
        int at = (int) begin & mask;
        int first = Math.min(count, ring.length - at);
        to.put(ring, at, first).put(ring, 0, count - first);
        taken = begin + count;
        writer.wake();
    }
}
