package dev.ringer.internal.transport.tls;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Received bytes of one connection that have not been decrypted yet.
 *
 * <p>The bytes are in the loop's buffer while the loop processes them. They are in a rented buffer while another thread
 * processes them, or while the larger part of a record waits for its end. If only a few bytes of a record are here,
 * they are in an array of exactly their size. So a client that sends little and stops makes the server retain little.
 * {@link #settle} moves the bytes to the right place, and must end every use. Only the owner of the connection uses
 * this class.
 */
final class CiphertextInput {
    /** The length of type, version and length of a record, in bytes (RFC 8446, 5.1). */
    private static final int RECORD_HEADER = 5;

    private static final int LENGTH_AT = 3;

    /** The most bytes of an incomplete record that are kept in an array of exactly their size. */
    private static final int SMALL = 1024;

    private final Transport transport;
    private final TlsBuffers buffers;

    private ByteBuffer bytes; // from position to limit; null if there are none

    CiphertextInput(Transport transport, TlsBuffers buffers) {
        this.transport = transport;
        this.buffers = buffers;
    }

    /** Returns the received bytes, whose position the caller moves. Not null after a successful {@link #fill}. */
    ByteBuffer bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return bytes == null ? 0 : bytes.remaining();
    }

    /** Whether the first record is complete, or longer than a buffer, so that it can never be complete. */
    boolean holdsRecord() {
        if (bytes == null || bytes.remaining() < RECORD_HEADER) {
            return false;
        }
        int length = RECORD_HEADER + (bytes.getShort(bytes.position() + LENGTH_AT) & 0xffff);
        return length <= bytes.remaining() || length > TlsBuffers.CAPACITY;
    }

    /** Returns the content type of the first record. */
    int recordType() {
        return bytes.get(bytes.position());
    }

    /**
     * Reads more bytes from the socket, and appends them.
     *
     * @return as {@link Transport#read}
     */
    int fill() throws IOException {
        makeRoom();
        int end = bytes.limit();
        int room = bytes.capacity() - end;
        if (room == 0) {
            throw new IOException("A TLS message is larger than any may be");
        }
        int count = transport.read(bytes.array(), end, room);
        if (count > 0) {
            bytes.limit(end + count);
        }
        return count;
    }

    /** Copies bytes that were received before the connection spoke TLS: the rest of an earlier read. */
    void accept(ByteBuffer received) {
        makeRoom();
        int begin = bytes.position();
        bytes.limit(begin + received.remaining()).put(received).position(begin);
    }

    private void makeRoom() {
        if (bytes == null || bytes.capacity() < TlsBuffers.CAPACITY) {
            ByteBuffer small = bytes == null ? TlsBuffers.EMPTY : bytes;
            bytes = transport.loop().isCurrent() ? buffers.loopBuffer().clear() : buffers.rent(transport.memory());
            bytes.put(small).flip();
        } else if (bytes.position() > 0) {
            bytes.compact().flip();
        }
    }

    /** Moves the remaining bytes to where they may stay, and gives back a buffer that is not needed. */
    void settle() {
        if (bytes == null) {
            return;
        }
        int size = bytes.remaining();
        if (size == 0) {
            release();
        } else if (size <= SMALL) {
            if (bytes.capacity() == TlsBuffers.CAPACITY) {
                move(ByteBuffer.allocate(size));
            }
        } else if (bytes == buffers.loopBuffer()) {
            move(buffers.rent(transport.memory()));
        }
    }

    private void move(ByteBuffer to) {
        to.put(bytes).flip();
        release();
        bytes = to;
    }

    /** Drops all bytes. */
    void release() {
        if (bytes != null && bytes != buffers.loopBuffer() && bytes.capacity() == TlsBuffers.CAPACITY) {
            buffers.release(transport.memory(), bytes);
        }
        bytes = null;
    }
}
