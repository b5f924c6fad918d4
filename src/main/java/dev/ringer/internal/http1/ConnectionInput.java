package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.HeadScan;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The received bytes of one connection that have not been used yet. Within one event they lie in the loop's buffer.
 * From the end of that event on they lie in a pooled buffer of the connection. If there are none, the connection has no
 * buffer.
 *
 * <p>While a body is read in small pieces, a second, large buffer holds the bytes that follow. They were fetched ahead,
 * and all of them belong to the body.
 *
 * <p>The owner of the connection uses the input. If a reader is in the middle of reading when its exchange ends,
 * {@link #detach} leaves the input to that reader.
 */
final class ConnectionInput {
    /**
     * In bytes. Smaller reads go through the connection's buffer: a system call for each of them would cost too much.
     */
    private static final int MIN_DIRECT_READ = 2048;

    // fixed
    private final Transport transport;
    private final Http1Shared shared;

    private byte[] bytes;
    private boolean borrowed; // whether bytes is the loop's buffer
    private int position;
    private int end;
    private ByteBuffer ahead; // null if nothing is fetched ahead
    private volatile boolean detached;

    ConnectionInput(Transport transport, Http1Shared shared) {
        this.transport = transport;
        this.shared = shared;
    }

    /** Returns a view of the received bytes; empty if there are none. */
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

    /** Returns the size in bytes of the connection's own buffer; 0 if it has none. */
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

    // ---- heads and framing

    /**
     * Whether the next head is complete. Then the client waits for the answer to another request, so the present answer
     * may leave with it.
     */
    boolean holdsCompleteHead() {
        return size() > 0 && HeadScan.holdsCompleteHead(bytes, position, end);
    }

    /** Whether the received bytes begin a HEAD request. */
    boolean beginsWithHead() {
        return HeadScan.beginsWithHead(bytes, position, end);
    }

    /** Takes over the bytes that were received before this connection spoke HTTP/1. */
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
     * Reads more bytes and appends them. It reads no more at once than a pooled buffer holds, since unused bytes may
     * have to move into such a buffer.
     *
     * @param loopBuffer the buffer to read into if there are no bytes yet; null for a buffer of the connection's own
     * @return as {@link Transport#read}
     */
    int fill(byte[] loopBuffer) throws IOException {
        if (bytes == null) {
            bytes = loopBuffer != null ? loopBuffer : transport.memory().rent(shared.inputBuffers);
            borrowed = loopBuffer != null;
        } else {
            makeRoom();
        }
        int count = 0;
        try {
            count = transport.read(bytes, end, Math.min(bytes.length - end, Http1Shared.INPUT_BUFFER));
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
            byte[] larger = Arrays.copyOf(bytes, largerSize());
            transport.memory().take(larger.length);
            recycle();
            bytes = larger;
        }
        end -= position;
        position = 0;
    }

    /**
     * Returns twice the present size, but at most the size of the largest head and one read behind it, as long as that
     * is enough. At the default limits this keeps the array below half a mebibyte. From that size on, G1 gives each
     * array regions of its own and begins to mark the heap for it.
     */
    private int largerSize() {
        int twice = 2 * bytes.length;
        int enough = shared.headLimits.head() + Http1Shared.INPUT_BUFFER;
        return bytes.length < enough ? Math.min(twice, enough) : twice;
    }

    /** Moves the bytes out of the loop's buffer, which the next event of any connection uses again. */
    void own() {
        if (!borrowed) {
            return;
        }
        byte[] loopBuffer = bytes;
        int from = position;
        int size = size();
        // First, so that no view of the loop's buffer stays if there is no memory.
        release();
        if (size > 0) {
            bytes = transport.memory().rent(shared.inputBuffers); // large enough for the bytes of one read
            System.arraycopy(loopBuffer, from, bytes, 0, size);
            end = size;
        }
    }

    /** Releases the array that a large head has made grow, as soon as few bytes are left in it. */
    void shrink() {
        if (borrowed
                || bytes == null
                || bytes.length == Http1Shared.INPUT_BUFFER
                || size() > Http1Shared.INPUT_BUFFER) {
            return;
        }
        byte[] large = bytes;
        int from = position;
        int size = size();
        byte[] small = transport.memory().rent(shared.inputBuffers);
        System.arraycopy(large, from, small, 0, size);
        release();
        bytes = small;
        end = size;
    }

    // ---- data of a body

    /**
     * Takes data of a body. Reads from the connection if there is none.
     *
     * @param length the most bytes to take; at least 1
     * @param data how many of the next bytes are data; at least {@code length}
     * @return as {@link Transport#read}
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

    /** As {@link #take}, but fetches nothing ahead. */
    int drop(byte[] scratch, int length) throws IOException {
        return size() > 0 || length < MIN_DIRECT_READ
                ? takeOwn(scratch, 0, length)
                : transport.read(scratch, 0, length);
    }

    /** Returns how many bytes of a body have been fetched ahead. */
    int fetchedAhead() {
        ByteBuffer fetched = ahead;
        return fetched == null ? 0 : fetched.remaining();
    }

    /** Drops the bytes that were fetched ahead. */
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

    // ---- end

    /** Takes all bytes, for the protocol that follows this one. */
    ByteBuffer takeAll() {
        byte[] taken = bytes == null ? new byte[0] : Arrays.copyOfRange(bytes, position, end);
        release();
        return ByteBuffer.wrap(taken);
    }

    /** Leaves everything to the thread that is reading. Its exchange has ended. */
    void detach() {
        detached = true;
    }

    /** Whether the input was left to a thread that may still be reading. */
    boolean detached() {
        return detached;
    }

    /** Drops all bytes. Called by the reader to whom the input was left. */
    void releaseDetached() {
        release();
        releaseAhead();
    }

    /** Drops all bytes, unless the input has been detached. */
    void releaseUnlessDetached() {
        if (!detached) {
            release();
            releaseAhead();
        }
    }

    /** Drops the received bytes, but not those that were fetched ahead. */
    private void release() {
        recycle();
        bytes = null;
        borrowed = false;
        position = 0;
        end = 0;
    }

    private void recycle() {
        if (borrowed || bytes == null) {
            return;
        }
        if (bytes.length == Http1Shared.INPUT_BUFFER) {
            transport.memory().giveBack(shared.inputBuffers, bytes);
        } else {
            transport.memory().release(bytes.length);
        }
    }
}
