package dev.ringer.internal.transport.tls;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Holds the bytes that a TLS connection has received but not decrypted yet.
 *
 * <p>The bytes are in one of three places:
 *
 * <ul>
 *   <li>the loop's buffer, while the loop processes the bytes;
 *   <li>a rented buffer, while another thread processes the bytes, or while a large incomplete record waits for its
 *       rest;
 *   <li>an array of exactly their size, while a small incomplete record waits for its rest. So a client that sends few
 *       bytes and stops makes the server retain few bytes.
 * </ul>
 *
 * <p>After each use, the caller must call {@link #settle}, which moves the bytes if they must not stay where they are.
 * Only the owner of the connection uses this object.
 */
final class CiphertextInput {
    /** The length of a record's header in bytes: type, version and length of the record (RFC 8446, 5.1). */
    private static final int RECORD_HEADER = 5;

    private static final int LENGTH_AT = 3;

    /** An incomplete record of at most this many bytes is kept in an array of exactly its size. */
    private static final int SMALL = 1024;

    private final Transport transport;
    private final TlsBuffers buffers;

    // the received bytes, from the buffer's position to its limit; null if there are none
    private ByteBuffer bytes;

    CiphertextInput(Transport transport, TlsBuffers buffers) {
        this.transport = transport;
        this.buffers = buffers;
    }

    /** Returns a buffer with the received bytes, whose position the caller must move; null if there are none. */
    ByteBuffer bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return bytes == null ? 0 : bytes.remaining();
    }

    /** Whether the first record is complete. Also true if it can never be, because it is larger than a buffer. */
    boolean hasWholeRecord() {
        if (bytes == null || bytes.remaining() < RECORD_HEADER) {
            return false;
        }
        int length = RECORD_HEADER + (bytes.getShort(bytes.position() + LENGTH_AT) & 0xffff);
        return length <= bytes.remaining() || length > TlsBuffers.CAPACITY;
    }

    /** Returns the content type of the first received record. */
    int recordType() {
        return bytes.get(bytes.position());
    }

    /** Reads more bytes from the socket. Returns the same as {@link Transport#read}. */
    int fill() throws IOException {
        makeRoom();
        int end = bytes.limit();
        int room = bytes.capacity() - end;
        if (room == 0) {
            throw new IOException("The client sent a TLS message larger than " + bytes.capacity() + " bytes");
        }
        int count = transport.read(bytes.array(), end, room);
        if (count > 0) {
            bytes.limit(end + count);
        }
        return count;
    }

    /** Copies bytes that were read before this object existed. */
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

    /** Moves the remaining bytes to where they may stay until the next use. Releases a buffer without bytes. */
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

    void release() {
        if (bytes != null && bytes != buffers.loopBuffer() && bytes.capacity() == TlsBuffers.CAPACITY) {
            buffers.release(transport.memory(), bytes);
        }
        bytes = null;
    }
}
