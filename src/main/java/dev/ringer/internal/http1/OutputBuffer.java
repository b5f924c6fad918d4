package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * A buffer for the bytes of responses, with a writer for response heads. The buffer is outside the heap, so that the
 * kernel reads the bytes without another copy. Buffers are pooled, and only a connection with pending bytes has one.
 *
 * <p>The buffer turns many small writes into one chunk of a chunked body. For this, the buffer reserves room for the
 * chunk size in front of the data, and fills in the size when the chunk is closed.
 */
final class OutputBuffer {
    /** The size of a buffer in bytes. */
    static final int CAPACITY = Transport.OUTPUT_SIZE;

    private static final int CHUNK_SIZE_DIGITS = 4;
    private static final int CHUNK_HEAD = CHUNK_SIZE_DIGITS + 2;
    private static final int CHUNK_END = 2;

    /** The buffer opens a chunk only if it has room for at least this many bytes of the chunk's data. */
    private static final int MIN_CHUNK = 64;

    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int NO_CHUNK = -1;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    private final ResponseHeadWriter head = new ResponseHeadWriter();
    // index of the room that is reserved for the size of the open chunk; NO_CHUNK if no chunk is open
    private int chunkBegin = NO_CHUNK;

    /** Returns the writer that composes response heads. The caller must {@link #add} a composed head to the buffer. */
    ResponseHeadWriter head() {
        return head;
    }

    int size() {
        return bytes.position();
    }

    /** Whether {@code count} more bytes fit in the buffer, without chunk framing. */
    boolean hasRoom(int count) {
        return bytes.remaining() >= count;
    }

    /**
     * Adds as many of the bytes as fit, and returns their number. If {@code chunked} is true, adds them to the open
     * chunk, and opens a chunk if none is open.
     */
    int add(byte[] from, int offset, int length, boolean chunked) {
        int count = Math.min(length, room(chunked));
        bytes.put(from, offset, count);
        return count;
    }

    private int room(boolean chunked) {
        if (!chunked) {
            return bytes.remaining();
        }
        if (chunkBegin == NO_CHUNK) {
            if (bytes.remaining() < CHUNK_HEAD + MIN_CHUNK + CHUNK_END + LAST_CHUNK.length) {
                return 0;
            }
            chunkBegin = bytes.position();
            bytes.position(chunkBegin + CHUNK_HEAD);
        }
        // Leave room for the line end of this chunk and for the last chunk of the body.
        return bytes.remaining() - CHUNK_END - LAST_CHUNK.length;
    }

    /**
     * Adds as many bytes of a file as fit.
     *
     * @return the number of bytes added; 0 if the buffer is full; −1 if the file ends before {@code position}
     */
    int addFile(FileChannel from, long position, long length, boolean chunked) throws IOException {
        int room = (int) Math.min(length, room(chunked));
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

    /**
     * Copies the next bytes of a file region to this empty buffer. The region still counts them as not sent.
     *
     * @param most the most bytes to add
     */
    void peek(FileRegion from, long most) throws IOException {
        bytes.limit((int) Math.min(most, bytes.capacity()));
        try {
            from.peek(bytes);
        } finally {
            bytes.limit(bytes.capacity());
        }
    }

    /** Inserts bytes, for which there must be room, in front of the byte at index {@code at}, outside an open chunk. */
    void insert(int at, byte[] inserted) {
        int moved = bytes.position() - at;
        bytes.put(at + inserted.length, bytes, at, moved);
        bytes.put(at, inserted);
        bytes.position(at + inserted.length + moved);
        if (chunkBegin != NO_CHUNK) {
            chunkBegin += inserted.length;
        }
    }

    /** Adds the last chunk, which ends a chunked body. Returns false if the last chunk does not fit. */
    boolean addLastChunk() {
        closeChunk();
        if (bytes.remaining() < LAST_CHUNK.length) {
            return false;
        }
        bytes.put(LAST_CHUNK);
        return true;
    }

    void closeChunk() {
        if (chunkBegin == NO_CHUNK) {
            return;
        }
        int size = bytes.position() - chunkBegin - CHUNK_HEAD;
        if (size == 0) { // an empty chunk would end the body
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
        if (at < data) { // a small size needs fewer digits than were reserved: close the gap
            bytes.put(at, bytes, data, size);
        }
        bytes.position(at + size);
        bytes.put((byte) '\r').put((byte) '\n');
        chunkBegin = NO_CHUNK;
    }

    /**
     * Returns the first {@code through} bytes for a write to the transport. The caller must call {@link #written} after
     * the write.
     */
    ByteBuffer beginWrite(int through) {
        return bytes.limit(through).position(0);
    }

    /**
     * Drops the bytes that were written to the transport.
     *
     * @param pending the number of bytes in the buffer before {@link #beginWrite}
     */
    void written(int pending) {
        int gone = bytes.position();
        bytes.limit(pending).position(gone);
        bytes.compact();
        if (chunkBegin != NO_CHUNK) {
            chunkBegin -= gone;
        }
    }

    ByteBuffer copy() {
        byte[] copy = new byte[size()];
        bytes.get(0, copy);
        return ByteBuffer.wrap(copy);
    }

    /** Drops all bytes except the first {@code size}. */
    void cut(int size) {
        bytes.position(size);
        chunkBegin = NO_CHUNK;
    }

    void clear() {
        bytes.clear();
        chunkBegin = NO_CHUNK;
    }
}
