package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * What a response needs while it is being written: a buffer outside the heap, from which the kernel takes without another
 * copy, and a composer for heads. Pooled; belongs to the connection that has something to send.
 *
 * <p>Chunks are framed in place: room for the size is left in front of the data, and filled when the chunk is closed, so
 * that many small writes become one chunk and no data is moved twice.
 */
final class OutputBuffer {
    /**
     * The size of a buffer: what is written is gathered until so much is pending. Over TLS it leaves as two full records,
     * into each of which the JDK puts 16,367 bytes with TLS 1.3; a few bytes more would be a third record.
     */
    static final int CAPACITY = 2 * 16_367;

    private static final int CHUNK_SIZE_DIGITS = 4;
    private static final int CHUNK_HEAD = CHUNK_SIZE_DIGITS + 2;
    private static final int CHUNK_END = 2;

    /** Less data than this does not begin a chunk. */
    private static final int MIN_CHUNK = 64;

    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int NO_CHUNK = -1;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    private final ResponseHeadWriter head = new ResponseHeadWriter();
    private int chunkBegin = NO_CHUNK; // where the open chunk's size will stand

    /** Composes heads; {@link #add} takes what it composed. */
    ResponseHeadWriter head() {
        return head;
    }

    /** How many bytes are pending. */
    int size() {
        return bytes.position();
    }

    /** Whether so many bytes more can be added as they are. */
    boolean hasRoom(int count) {
        return bytes.remaining() >= count;
    }

    /** Adds as many of these bytes as there is room for; returns how many. */
    int add(byte[] from, int offset, int length) {
        int count = Math.min(length, bytes.remaining());
        bytes.put(from, offset, count);
        return count;
    }

    /**
     * Adds as many of these bytes to the open chunk as there is room for, and opens one where there is none.
     *
     * @return how many bytes; fewer than given, or none, if what is pending must leave first
     */
    int addToChunk(byte[] from, int offset, int length) {
        int count = Math.min(length, roomInChunk());
        bytes.put(from, offset, count);
        return count;
    }

    private int roomInChunk() {
        if (chunkBegin == NO_CHUNK) {
            if (bytes.remaining() < CHUNK_HEAD + MIN_CHUNK + CHUNK_END + LAST_CHUNK.length) {
                return 0;
            }
            chunkBegin = bytes.position();
            bytes.position(chunkBegin + CHUNK_HEAD);
        }
        return bytes.remaining() - CHUNK_END - LAST_CHUNK.length; // for the chunk's own end, and the body's
    }

    /**
     * Adds as many bytes of a file as there is room for.
     *
     * @param chunked whether they belong to a chunk
     * @return how many bytes; 0 if what is pending must leave first, −1 if the file ends before {@code position}
     */
    int addFile(FileChannel from, long position, long length, boolean chunked) throws IOException {
        int room = (int) Math.min(length, chunked ? roomInChunk() : bytes.remaining());
        if (room == 0) {
            return 0;
        }
        bytes.limit(bytes.position() + room);
        try {
            return from.read(bytes, position);
        } finally {
            bytes.limit(bytes.capacity());
        }
    }

    /** Adds the end of a chunked body, if there is room. */
    boolean addLastChunk() {
        closeChunk();
        if (bytes.remaining() < LAST_CHUNK.length) {
            return false;
        }
        bytes.put(LAST_CHUNK);
        return true;
    }

    /** Frames the open chunk, if there is one; what follows begins another. */
    void closeChunk() {
        if (chunkBegin == NO_CHUNK) {
            return;
        }
        int size = bytes.position() - chunkBegin - CHUNK_HEAD;
        if (size == 0) { // it would be the last chunk
            cut(chunkBegin);
            return;
        }
        int digits = size < 0x10 ? 1 : size < 0x100 ? 2 : size < 0x1000 ? 3 : CHUNK_SIZE_DIGITS;
        int at = chunkBegin;
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            bytes.put(at++, HEX[size >>> shift & 0xf]);
        }
        bytes.put(at++, (byte) '\r');
        bytes.put(at++, (byte) '\n');
        int data = chunkBegin + CHUNK_HEAD;
        if (at < data) { // a small chunk moves up to its shorter size
            bytes.put(at, bytes, data, size);
        }
        bytes.position(at + size);
        bytes.put((byte) '\r').put((byte) '\n');
        chunkBegin = NO_CHUNK;
    }

    /** The pending bytes up to a position, to be written; {@link #written} follows. */
    ByteBuffer beginWrite(int through) {
        return bytes.limit(through).position(0);
    }

    /**
     * Moves up what was not written.
     *
     * @param pending how many bytes were pending before
     */
    void written(int pending) {
        int gone = bytes.position();
        bytes.limit(pending).position(gone);
        bytes.compact();
        if (chunkBegin != NO_CHUNK) {
            chunkBegin -= gone;
        }
    }

    /** A copy of all that is pending. */
    ByteBuffer copy() {
        byte[] copy = new byte[size()];
        bytes.get(0, copy);
        return ByteBuffer.wrap(copy);
    }

    /** Drops what is behind a position. */
    void cut(int size) {
        bytes.position(size);
        chunkBegin = NO_CHUNK;
    }

    /** Makes it as new. */
    void clear() {
        bytes.clear();
        chunkBegin = NO_CHUNK;
    }
}
