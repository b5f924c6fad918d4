package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.HeadScan;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Holds the bytes that one connection has received and nobody has parsed or read yet. The loop reads into a buffer that
 * all its connections share, so that one read usually brings a whole request with its body. If bytes are still unread
 * when the loop goes on to another connection, this class copies them to a pooled buffer, or to an array of their
 * size. A connection without unread bytes has no buffer.
 *
 * <p>If a handler reads a body in small pieces, the input reads ahead: it fetches later bytes of the body into a
 * second, large buffer.
 *
 * <p>Only the owner of the connection uses this object. One exception: if an exchange ends while a thread is reading
 * its request body, {@link #detach} gives this object to the reading thread.
 */
final class ConnectionInput {
    /**
     * A read of at least this many bytes goes directly from the socket to the reader's array. Smaller reads go through
     * the connection's buffer, because each system call is expensive.
     */
    private static final int MIN_DIRECT_READ = 2048;

    /**
     * The most bytes of one read of a request head, with what follows it. Most requests with a body fit. More would be a
     * waste if the handler reads a large body itself: the bytes are copied once more.
     */
    private static final int MAX_HEAD_READ = 16 * 1024;

    /** The largest factor by which the array for a request body exceeds the bytes that have arrived. */
    private static final int GROWTH = 8;

    private final Transport transport;
    private final Http1Shared shared;

    private byte[] bytes; // an array with the unread bytes; null if there are none
    private boolean borrowed; // whether `bytes` is the loop's buffer
    private boolean large; // whether `bytes` is one of the pooled buffers for bodies
    private int position;
    private int end;
    private ByteBuffer ahead; // bytes of the body that were read ahead; null if there are none
    private volatile boolean detached;

    ConnectionInput(Transport transport, Http1Shared shared) {
        this.transport = transport;
        this.shared = shared;
    }

    /** Returns a view of the bytes that have not been used yet; empty if there are none. */
    ByteBuffer received() {
        return bytes == null ? Protocol.NOTHING_RECEIVED : ByteBuffer.wrap(bytes, position, end - position);
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    int end() {
        return end;
    }

    int size() {
        return end - position;
    }

    /** Returns the size of the connection's own buffer in bytes; 0 if the connection has none. */
    int capacity() {
        byte[] held = bytes;
        return held == null || borrowed ? 0 : held.length;
    }

    void position(int newPosition) {
        position = newPosition;
        if (position == end) {
            release();
        }
    }

    /**
     * Removes the bytes before index {@code begin}, and those from {@code from} to {@code to}, exclusive. Moves the
     * smaller side of the gap.
     */
    void cut(int begin, int from, int to) {
        int gap = to - from;
        int next = begin;
        if (gap > 0 && end - to <= from - begin) {
            System.arraycopy(bytes, to, bytes, from, end - to);
            end -= gap;
        } else if (gap > 0) {
            System.arraycopy(bytes, begin, bytes, begin + gap, from - begin);
            next += gap;
        }
        position(next);
    }

    /**
     * Whether the next request's head has arrived completely. If so, the server may send the current response together
     * with the next one.
     */
    boolean holdsCompleteHead() {
        return size() > 0 && HeadScan.holdsCompleteHead(bytes, position, end);
    }

    /** Whether the next request in the input is a HEAD request. */
    boolean beginsWithHead() {
        return HeadScan.beginsWithHead(bytes, position, end);
    }

    /** Adds bytes that were received before this connection began to speak HTTP/1, or by a {@link ClientWatch}. */
    void accept(ByteBuffer received) {
        while (received.hasRemaining()) {
            if (bytes == null) {
                bytes = transport.memory().rent(shared.inputBuffers);
            }
            makeRoom();
            int count = Math.min(received.remaining(), bytes.length - end);
            received.get(bytes, end, count);
            end += count;
        }
    }

    /**
     * Reads bytes of a request head, and what follows it.
     *
     * @param loopBuffer the buffer to use if there are no unread bytes
     * @return the same as {@link Transport#read}
     */
    int fillHead(byte[] loopBuffer) throws IOException {
        return fill(loopBuffer, MAX_HEAD_READ);
    }

    /** Whether the last {@link #fillHead} has read as much as it may, so that more bytes have probably arrived. */
    static boolean isFull(int count) {
        return count == MAX_HEAD_READ;
    }

    /**
     * Reads more bytes from the transport, at most as many as the buffer has room for.
     *
     * @param loopBuffer the buffer to use if there are no unread bytes; null for a pooled buffer
     * @return the same as {@link Transport#read}
     */
    int fill(byte[] loopBuffer) throws IOException {
        return fill(loopBuffer, Integer.MAX_VALUE);
    }

    private int fill(byte[] loopBuffer, int most) throws IOException {
        if (bytes == null) {
            bytes = loopBuffer != null ? loopBuffer : transport.memory().rent(shared.inputBuffers);
            borrowed = loopBuffer != null;
        } else if (!borrowed || end == bytes.length) {
            makeRoom();
        }
        int count = 0;
        try {
            count = transport.read(bytes, end, Math.min(bytes.length - end, most));
        } finally {
            if (count > 0) {
                end += count;
            } else if (position == end) {
                release();
            }
        }
        return count;
    }

    private void makeRoom() {
        own();
        if (end < bytes.length) {
            return;
        }
        if (position > 0) {
            System.arraycopy(bytes, position, bytes, 0, size());
        } else {
            int size = largerSize();
            transport.memory().take(size);
            grow(size);
        }
        end -= position;
        position = 0;
    }

    /**
     * Moves the unread bytes to a larger array, which belongs to the connection. The caller has reserved memory for the
     * array.
     */
    private void grow(int size) {
        byte[] larger = Arrays.copyOf(bytes, size);
        recycle();
        bytes = larger;
    }

    /**
     * Returns the next size of the array, in bytes: twice the current size. But an array that is smaller than the
     * largest request head plus one read does not become larger than that sum. With the default limits, the sum is less
     * than half a mebibyte. G1 would treat a larger array as a humongous object, which is expensive.
     */
    private int largerSize() {
        int twice = 2 * bytes.length;
        int enough = shared.limits.maxHead + Http1Shared.INPUT_BUFFER;
        return bytes.length < enough ? Math.min(twice, enough) : twice;
    }

    /** Moves the unread bytes out of the loop's buffer, because all connections of the loop share that buffer. */
    void own() {
        if (!borrowed) {
            return;
        }
        byte[] source = bytes;
        int from = position;
        int size = size();
        // Release the loop's buffer first. If there is no other buffer, the input must not use the loop's buffer any
        // more.
        release();
        if (size > 0) {
            bytes = ownBuffer(size);
            System.arraycopy(source, from, bytes, 0, size);
            end = size;
        }
    }

    /** Moves the unread bytes out of a large buffer, if they fit in a pooled input buffer. */
    void shrink() {
        if (capacity() <= Http1Shared.INPUT_BUFFER || size() > Http1Shared.INPUT_BUFFER) {
            return;
        }
        int size = size();
        byte[] small = null;
        if (size > 0) {
            small = transport.memory().rent(shared.inputBuffers);
            System.arraycopy(bytes, position, small, 0, size);
        }
        // Give the large buffer back last: another loop may write into it at once.
        release();
        bytes = small;
        end = size;
    }

    private byte[] ownBuffer(int size) {
        if (size <= Http1Shared.INPUT_BUFFER) {
            return transport.memory().rent(shared.inputBuffers);
        }
        byte[] array = new byte[size];
        transport.memory().take(size);
        return array;
    }

    /**
     * Makes room for more bytes of a request body that must be complete before the handler is called. The body arrives
     * in a pooled buffer; without one, in an array that grows when it is half full, for the whole body if possible.
     * After {@link #shrink}, the memory is at most about {@value #GROWTH} times the bytes that have arrived, or one
     * pooled input buffer.
     *
     * @param missing how many bytes of the body have not arrived; at least 1
     * @return false if there is no room, because the memory account is exhausted
     */
    boolean tryMakeRoom(long missing) {
        boolean own = bytes != null && !borrowed;
        if (own && size() < bytes.length / 2 || tryUseBodyBuffer(missing) || !own) {
            return true;
        }
        int size = (int) Math.min(size() + missing, GROWTH * (long) size());
        if (size > bytes.length && transport.memory().tryTake(size)) {
            grow(size);
        }
        return size() < bytes.length;
    }

    /**
     * Moves the unread bytes to a pooled buffer for bodies, where the next reads go without a further copy. Returns false
     * if the body fits in an input buffer or already has as much room, or if memory is scarce.
     */
    private boolean tryUseBodyBuffer(long missing) {
        if (capacity() >= Http1Shared.BODY_BUFFER || size() + missing <= Http1Shared.INPUT_BUFFER) {
            return false;
        }
        byte[] buffer = transport.memory().tryRent(shared.bodyBuffers);
        if (buffer == null) {
            return false;
        }
        int size = size();
        if (size > 0) {
            System.arraycopy(bytes, position, buffer, 0, size);
        }
        release();
        bytes = buffer;
        large = true;
        end = size;
        return true;
    }

    /**
     * Copies content of a request body to an array. Reads from the transport if no unread bytes are left.
     *
     * @param length the most bytes to take; at least 1
     * @param data the number of content bytes that come next on the connection, such as the rest of a chunk; at least
     *     {@code length}
     * @return the same as {@link Transport#read}
     */
    int take(byte[] to, int offset, int length, long data) throws IOException {
        if (ahead != null) {
            return takeAhead(to, offset, length);
        }
        if (size() > 0 || length < MIN_DIRECT_READ) {
            return takeOwn(to, offset, length);
        }
        ByteBuffer buffer =
                length < Math.min(data, ReadAheadBuffers.CAPACITY) ? shared.readAheadBuffers.tryRent() : null;
        if (buffer == null) {
            return transport.read(to, offset, length);
        }
        int count = fetch(buffer, data);
        return count > 0 ? takeAhead(to, offset, length) : count;
    }

    /** Takes content of a request body that nobody needs. Unlike {@link #take}, reads nothing ahead. */
    int drop(byte[] scratch, int length) throws IOException {
        return size() > 0 || length < MIN_DIRECT_READ
                ? takeOwn(scratch, 0, length)
                : transport.read(scratch, 0, length);
    }

    /** Returns how many bytes of the request body were read ahead and have not been used yet. */
    int fetchedAhead() {
        ByteBuffer fetched = ahead;
        return fetched == null ? 0 : fetched.remaining();
    }

    /** Drops the bytes that were read ahead, and releases their buffer. */
    void releaseAhead() {
        if (ahead != null) {
            shared.readAheadBuffers.release(ahead);
            ahead = null;
        }
    }

    private int takeOwn(byte[] to, int offset, int length) throws IOException {
        if (size() == 0) {
            int count = fill(null);
            if (count <= 0) {
                return count;
            }
        }
        int count = Math.min(length, size());
        System.arraycopy(bytes, position, to, offset, count);
        position(position + count);
        return count;
    }

    private int takeAhead(byte[] to, int offset, int length) {
        int count = Math.min(length, ahead.remaining());
        ahead.get(to, offset, count);
        if (!ahead.hasRemaining()) {
            releaseAhead();
        }
        return count;
    }

    private int fetch(ByteBuffer buffer, long data) throws IOException {
        int count = 0;
        try {
            count = transport.read(buffer.limit((int) Math.min(data, buffer.capacity())));
        } finally {
            if (count > 0) {
                ahead = buffer.flip();
            } else {
                shared.readAheadBuffers.release(buffer);
            }
        }
        return count;
    }

    /** Removes and returns all unread bytes, for the protocol that takes over the connection. */
    ByteBuffer takeAll() {
        byte[] taken = bytes == null ? new byte[0] : Arrays.copyOfRange(bytes, position, end);
        release();
        return ByteBuffer.wrap(taken);
    }

    /** Gives this input to the thread that still reads a request body although the exchange has ended. */
    void detach() {
        detached = true;
    }

    /** Whether {@link #detach} has given this input to a thread, which may still be reading. */
    boolean detached() {
        return detached;
    }

    /** Drops all bytes. Called by the thread to which {@link #detach} gave this input. */
    void releaseDetached() {
        release();
        releaseAhead();
    }

    /** Drops all bytes, unless {@link #detach} gave this input to a thread that is still reading. */
    void releaseUnlessDetached() {
        if (!detached) {
            releaseDetached();
        }
    }

    /** Drops the unread bytes in the array {@code bytes}, but keeps the bytes of {@code ahead}, the second buffer. */
    private void release() {
        recycle();
        borrowed = false;
        position = 0;
        end = 0;
    }

    private void recycle() {
        byte[] last = bytes;
        boolean pooledForBody = large;
        bytes = null; // first, so that no stack overflow can make the buffer be given back twice
        large = false;
        if (borrowed || last == null) {
            return;
        }
        if (pooledForBody) {
            transport.memory().giveBack(shared.bodyBuffers, last);
        } else if (last.length == Http1Shared.INPUT_BUFFER) {
            transport.memory().giveBack(shared.inputBuffers, last);
        } else {
            transport.memory().release(last.length);
        }
    }
}
