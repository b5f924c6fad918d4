package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.HeadScan;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Received bytes of one connection that have not been used yet. They lie in the loop's buffer within one event, in a pooled
 * buffer of the connection's own from the end of that event on, and nowhere when there are none. Behind them, while a body
 * is read in small pieces, lie bytes of the body alone, fetched ahead into a large buffer.
 *
 * <p>Belongs to the owner of the connection. {@link #detach} leaves it to a reader that is in the middle of reading when
 * its exchange ends.
 */
final class ConnectionInput {
    /** The size of a connection's own buffer, unless a large head makes it grow. */
    static final int POOLED_SIZE = 8 * 1024;

    /** Below this, bytes are fetched through the connection's buffer: a system call for each would be dear. */
    private static final int MIN_DIRECT_READ = 2048;

    // fixed
    private final Transport transport;
    private final Http1Shared shared;

    private byte[] bytes;
    private boolean borrowed; // from the loop
    private int position;
    private int end;
    private ByteBuffer ahead; // null if nothing is fetched ahead
    private volatile boolean detached;

    ConnectionInput(Transport transport, Http1Shared shared) {
        this.transport = transport;
        this.shared = shared;
    }

    /** A view of what is there; empty where nothing is. */
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

    /** How much memory of its own the connection holds. */
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

    /** Whether the client waits for the answer to another request, so that the present one may leave with it. */
    boolean holdsCompleteHead() {
        return size() > 0 && HeadScan.holdsCompleteHead(bytes, position, end);
    }

    /** Whether what is there begins a request for a head alone. */
    boolean beginsWithHead() {
        return HeadScan.beginsWithHead(bytes, position, end);
    }

    /** Takes over what was received before this connection spoke HTTP/1. */
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
     * Reads more, behind what is there: no more at once than a pooled buffer holds, since what is left may have to move into
     * one.
     *
     * @param loopBuffer where to read to if there is nothing yet; null for a buffer of the connection's own
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
            count = transport.read(bytes, end, Math.min(bytes.length - end, POOLED_SIZE));
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
     * Twice the present size, but no more than the largest head and one read behind it take, as long as that is enough. At the default
     * limits this keeps the array below half a mebibyte, from where on G1 gives each array regions of its own and begins to mark the
     * heap for it.
     */
    private int largerSize() {
        int twice = 2 * bytes.length;
        int enough = shared.headLimits.head() + POOLED_SIZE;
        return bytes.length < enough ? Math.min(twice, enough) : twice;
    }

    /** Moves what is there out of the loop's buffer, which the next event of any connection uses again. */
    void own() {
        if (!borrowed) {
            return;
        }
        byte[] loopBuffer = bytes;
        int from = position;
        int size = size();
        release(); // first, so that no view of the loop's buffer stays if there is no memory
        if (size > 0) {
            bytes = transport.memory().rent(shared.inputBuffers); // large enough for all that one read takes
            System.arraycopy(loopBuffer, from, bytes, 0, size);
            end = size;
        }
    }

    /** Lets go of the array that a large head has made grow, once little is left in it. */
    void shrink() {
        if (borrowed || bytes == null || bytes.length == POOLED_SIZE || size() > POOLED_SIZE) {
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
     * Takes data of a body, reading if there is none.
     *
     * @param length the most bytes to take; at least 1
     * @param data how many bytes are data, at the least as many as {@code length}
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

    /** As {@link #take}, where nothing is to be fetched ahead. */
    int drop(byte[] scratch, int length) throws IOException {
        return size() > 0 || length < MIN_DIRECT_READ
                ? takeOwn(scratch, 0, length)
                : transport.read(scratch, 0, length);
    }

    /** How many bytes of a body have been fetched ahead. */
    int fetchedAhead() {
        ByteBuffer fetched = ahead;
        return fetched == null ? 0 : fetched.remaining();
    }

    /** Forgets what was fetched ahead. */
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

    /** Takes all that is there, for the protocol that comes after this one. */
    ByteBuffer takeAll() {
        byte[] taken = bytes == null ? new byte[0] : Arrays.copyOfRange(bytes, position, end);
        release();
        return ByteBuffer.wrap(taken);
    }

    /** Leaves everything to the thread that is reading, whose exchange has ended. */
    void detach() {
        detached = true;
    }

    /** Whether a reader may still be at it. */
    boolean detached() {
        return detached;
    }

    /** Forgets what is there. For the reader to whom it was left. */
    void releaseDetached() {
        release();
        releaseAhead();
    }

    /** Forgets what is there, unless it has been detached. */
    void releaseUnlessDetached() {
        if (!detached) {
            release();
            releaseAhead();
        }
    }

    /** Forgets what is there, but for what was fetched ahead. */
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
        if (bytes.length == POOLED_SIZE) {
            transport.memory().giveBack(shared.inputBuffers, bytes);
        } else {
            transport.memory().release(bytes.length);
        }
    }
}
